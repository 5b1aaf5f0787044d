package org.esbmt.administration.rest.internal.call;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.rest.RestAnswer;
import org.esbmt.administration.rest.RestApi;
import org.esbmt.administration.rest.RestRequest;
import org.esbmt.administration.rest.internal.problem.Problem;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.esbmt.administration.rest.internal.route.Router;
import org.esbmt.administration.rest.internal.route.Router.Match;
import org.esbmt.administration.rest.internal.route.Routes;

/** The catalogue as a REST API. */
public final class CatalogueRestApi implements RestApi {
    private static final Router ROUTER = new Router(Routes.ALL);

    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;

    /** The path of the OpenAPI document. */
    private static final String DOCUMENT = "/openapi.json";

    private final byte[] document;
    private final String tag;
    private final Supplier<Services> available;

    /**
     * Makes the API.
     *
     * @param document the OpenAPI document; not copied
     * @param available the services of administration that this node has now
     */
    public CatalogueRestApi(byte[] document, Supplier<Services> available) {
        this.document = requireNonNull(document, "document");
        this.tag = EntityTag.ofBytes(document);
        this.available = requireNonNull(available, "available");
    }

    @Override
    public RestAnswer answer(RestRequest request) throws IOException {
        if (request.rawPath().equals(DOCUMENT) && List.of("GET", "HEAD").contains(request.method())) {
            return document(request);
        }
        Match match;
        try {
            match = ROUTER.find(request.method(), request.rawPath());
        } catch (Refusal e) {
            return refused(e, request);
        }
        return new Call(match, request, available).answer();
    }

    /** The document, unless the client has it already. */
    private RestAnswer document(RestRequest request) {
        boolean known =
                request.headers().getOrDefault("if-none-match", List.of()).contains(tag);
        return known
                ? Answers.of(NOT_MODIFIED, Map.of(Answers.ETAG, tag), Optional.empty(), request.method())
                : Answers.of(
                        OK,
                        Map.of(RequestHeaders.CONTENT_TYPE, MediaTypes.JSON, Answers.ETAG, tag),
                        Optional.of(document),
                        request.method());
    }

    private static RestAnswer refused(Refusal e, RestRequest request) {
        Map<String, String> fields = Map.of();
        if (e.type() == ProblemType.METHOD_NOT_ALLOWED) {
            fields = Map.of(Answers.ALLOW, String.join(", ", methods(request.rawPath())));
        }
        return Answers.problem(Problem.of(e, Optional.empty()), fields, request.method());
    }

    private static List<String> methods(String rawPath) {
        try {
            return ROUTER.methods(rawPath);
        } catch (Refusal e) {
            throw new IllegalStateException(e);
        }
    }
}
