package org.esbmt.administration.rest.internal.document;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.esbmt.administration.rest.internal.call.MediaTypes;
import org.esbmt.administration.rest.internal.route.Route;
import org.esbmt.administration.rest.internal.route.Routes;
import org.esbmt.administration.rest.internal.route.Signature;

/** The OpenAPI 3.1 document of the API. */
public final class OpenApi {
    /** The name of the file in the guide, and of the resource in this bundle. */
    public static final String FILE = "esbmt-administration.openapi.json";

    private static final String DESCRIPTION = "description";
    private static final String SCHEMA = "schema";
    private static final String STRING = "string";

    private final Schemas schemas = new Schemas();

    private OpenApi() {}

    /** Generates the document, with a line feed at its end. */
    public static String generated() {
        return Tree.text(new OpenApi().tree());
    }

    /** The file in this bundle. */
    public static byte[] bytes() {
        try (InputStream in = requireNonNull(OpenApi.class.getResourceAsStream(FILE), FILE)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private Map<String, Object> tree() {
        Map<String, Object> paths = paths();
        return Tree.of(
                "openapi", "3.1.1",
                "info",
                        Tree.of(
                                "title",
                                "ESB-MT administration",
                                "version",
                                "1",
                                DESCRIPTION,
                                "The operations of administrators. A change is committed when it is answered."
                                        + " Each refusal names its reason and the person who must act.",
                                "license",
                                Tree.of("name", "Apache 2.0", "identifier", "Apache-2.0")),
                "servers", List.of(Tree.of("url", "/api/v1")),
                "security", List.of(Tree.of("password", List.of()), Tree.of("token", List.of())),
                "paths", paths,
                "components",
                        Tree.of(
                                "schemas", schemas.named(),
                                "parameters", parameters(),
                                "headers", headers(),
                                "responses", responses(),
                                "securitySchemes",
                                        Tree.of(
                                                "password", Tree.of("type", "http", "scheme", "basic"),
                                                "token", Tree.of("type", "http", "scheme", "bearer"))));
    }

    private Map<String, Object> paths() {
        Map<String, Map<String, Object>> paths = new TreeMap<>();
        for (Route route : Routes.ALL) {
            paths.computeIfAbsent(route.path().path(), path -> new TreeMap<>())
                    .put(
                            route.method().toLowerCase(Locale.ROOT),
                            new OperationText(Signature.of(route), schemas).tree());
        }
        return Tree.of(paths.entrySet().stream()
                .flatMap(path -> List.of(path.getKey(), path.getValue()).stream())
                .toArray());
    }

    private static Map<String, Object> parameters() {
        return Tree.of(
                "namespace", parameter("namespace", "query", "The namespace of the service; absent: none.", STRING),
                "next",
                        parameter(
                                "next",
                                "query",
                                "The place in the list, from the page before; absent: the first page.",
                                STRING),
                "dryRun", parameter("dryRun", "query", "True: all checks, the plan, and no change.", "boolean"),
                "idempotencyKey",
                        parameter(
                                "Idempotency-Key",
                                "header",
                                "A UUID of yours. A repetition under it has the outcome of the first time.",
                                STRING),
                "ifMatch",
                        parameter(
                                "If-Match",
                                "header",
                                true,
                                "The entity tag of the object as you saw it, from its ETag or the field etag; *: any revision.",
                                STRING));
    }

    private static Map<String, Object> parameter(String name, String in, String sentence, String type) {
        return parameter(name, in, false, sentence, type);
    }

    private static Map<String, Object> parameter(
            String name, String in, boolean required, String sentence, String type) {
        return Tree.of(
                "name", name, "in", in, "required", required, DESCRIPTION, sentence, SCHEMA, Tree.of("type", type));
    }

    private static Map<String, Object> headers() {
        return Tree.of(
                "etag", header("The entity tag of the object; absent without a revision."),
                "created", header("The address of the new object."),
                "progress", header("The address of the operation with its progress on the nodes."),
                "operationId", header("The identifier of the request."));
    }

    private static Map<String, Object> header(String sentence) {
        return Tree.of(DESCRIPTION, sentence, SCHEMA, Tree.of("type", STRING));
    }

    private static Map<String, Object> responses() {
        return Tree.of(
                "problem",
                problem("A refusal, or a failure."),
                OperationText.NO_REVISION,
                problem("The refusal of a change without If-Match."));
    }

    private static Map<String, Object> problem(String sentence) {
        return Tree.of(
                DESCRIPTION,
                sentence,
                "content",
                Tree.of(MediaTypes.PROBLEM, Tree.of(SCHEMA, Tree.reference("schemas", Schemas.PROBLEM))));
    }
}
