package org.esbmt.administration.rest.internal.document;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Effect;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Result;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.rest.internal.batch.MultipartBatch;
import org.esbmt.administration.rest.internal.call.Addresses;
import org.esbmt.administration.rest.internal.call.MediaTypes;
import org.esbmt.administration.rest.internal.call.RequestReader;
import org.esbmt.administration.rest.internal.route.Place;
import org.esbmt.administration.rest.internal.route.Signature;

/** One operation in the OpenAPI document. */
final class OperationText {
    /** The name of the answer to a change without If-Match. */
    static final String NO_REVISION = "noRevision";

    private static final String DESCRIPTION = "description";
    private static final String SCHEMA = "schema";
    private static final String REQUIRED = "required";
    private static final String CONTENT = "content";
    private static final String PARAMETERS = "parameters";

    private final Signature signature;
    private final Schemas schemas;

    OperationText(Signature signature, Schemas schemas) {
        this.signature = requireNonNull(signature, "signature");
        this.schemas = requireNonNull(schemas, "schemas");
    }

    Map<String, Object> tree() {
        Map<String, Object> operation = Tree.of(
                "operationId",
                id(),
                "x-command",
                CommandNames.of(signature.entry().name()),
                "summary",
                signature.entry().sentence(),
                "tags",
                List.of(signature.entry().part().name().toLowerCase(Locale.ROOT).replace('_', '-')),
                PARAMETERS,
                parameters());
        String plan = CommandNames.plan(signature.entry().name());
        if (!plan.isEmpty()) {
            operation.put("x-plan-command", plan);
        }
        Map<String, Object> body = body();
        if (!body.isEmpty()) {
            operation.put("requestBody", body);
        }
        operation.put("responses", responses());
        return operation;
    }

    /** The name of the operation; that of the shorter path of two is about the installation. */
    private String id() {
        return signature.words(Place.NOWHERE).isEmpty()
                ? signature.entry().name()
                : signature.entry().name() + "OfInstallation";
    }

    private List<Object> parameters() {
        List<Object> parameters = new ArrayList<>();
        signature.words(Place.PATH).forEach(word -> parameters.add(parameter(word, "path", true)));
        if (signature.isQualified()) {
            parameters.add(Tree.reference(PARAMETERS, "namespace"));
        }
        signature.words(Place.QUERY).forEach(word -> parameters.add(parameter(word, "query", isRequired(word))));
        if (signature.isPaged()) {
            parameters.add(Tree.reference(PARAMETERS, "next"));
        }
        if (signature.entry().isPlannable()) {
            parameters.add(Tree.reference(PARAMETERS, "dryRun"));
        }
        if (signature.isIdentified()) {
            parameters.add(Tree.reference(PARAMETERS, "idempotencyKey"));
        }
        if (signature.comparesRevision()) {
            parameters.add(Tree.reference(PARAMETERS, "ifMatch"));
        }
        return parameters;
    }

    private static Map<String, Object> parameter(Word<?> word, String in, boolean required) {
        Map<String, Object> schema = Schemas.of(word);
        Long absent = RequestReader.DEFAULTS.get(word.name());
        if (absent != null && !required) {
            schema.put("default", absent);
        }
        Map<String, Object> parameter =
                Tree.of("name", word.name(), "in", in, REQUIRED, required, DESCRIPTION, sentence(word), SCHEMA, schema);
        ByName.describe(word, parameter);
        return parameter;
    }

    private static String sentence(Word<?> word) {
        String absent = word.absence()
                .filter(meaning -> !meaning.isEmpty())
                .map(meaning -> "; absent: " + meaning)
                .orElse("");
        return Character.toUpperCase(word.sentence().charAt(0))
                + word.sentence().substring(1) + absent + ".";
    }

    private static boolean isRequired(Word<?> word) {
        boolean list = word.kind() == Kind.TEXTS && word.values().isEmpty();
        return word.absence().isEmpty()
                && word.kind() != Kind.FLAG
                && !list
                && !RequestReader.DEFAULTS.containsKey(word.name());
    }

    private Map<String, Object> body() {
        if (signature.isBatch()) {
            return Tree.of(REQUIRED, true, CONTENT, batch());
        }
        if (signature.hasContent()) {
            Word<?> content = signature.words(Place.CONTENT).get(0);
            Map<String, Object> types = Tree.of();
            MediaTypes.of(content).forEach(type -> types.put(type, bytes()));
            return Tree.of(DESCRIPTION, sentence(content), REQUIRED, isRequired(content), CONTENT, types);
        }
        List<Word<?>> fields = signature.words(Place.FIELD);
        if (fields.isEmpty()) {
            return Map.of();
        }
        Map<String, Object> properties = Tree.of();
        for (Word<?> field : fields) {
            Map<String, Object> schema = Schemas.of(field);
            schema.put(DESCRIPTION, sentence(field));
            ByName.describe(field, schema);
            properties.put(field.name(), schema);
        }
        List<String> required = fields.stream()
                .filter(OperationText::isRequired)
                .map(Word::name)
                .toList();
        Map<String, Object> schema =
                Tree.of("type", "object", "properties", properties, REQUIRED, required, "additionalProperties", false);
        return json(schema, !required.isEmpty());
    }

    private static Map<String, Object> batch() {
        Map<String, Object> file = part("application/octet-stream");
        Map<String, Object> form = Tree.of(
                "type",
                "object",
                DESCRIPTION,
                "The batch in XML, and the files that it names, each with its name there as the file name.",
                "properties",
                Tree.of(
                        MultipartBatch.BATCH,
                        part(MediaTypes.XML),
                        MultipartBatch.ARCHIVE,
                        Tree.of("type", "array", "items", file)),
                REQUIRED,
                List.of(MultipartBatch.BATCH));
        // JSON is first, since OpenAPI Generator makes its method of the first content.
        return Tree.of(
                MediaTypes.JSON,
                Tree.of(SCHEMA, Tree.reference("schemas", Schemas.BATCH)),
                MediaTypes.XML,
                bytes(),
                MediaTypes.FORM,
                Tree.of(SCHEMA, form));
    }

    /** A file of a form. The format is for generators of clients, as that of {@link #bytes()}. */
    private static Map<String, Object> part(String type) {
        return Tree.of("type", "string", "format", "binary", "contentMediaType", type);
    }

    private static Map<String, Object> json(Map<String, Object> schema, boolean required) {
        return Tree.of(REQUIRED, required, CONTENT, content(MediaTypes.JSON, schema));
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema) {
        return Tree.of(type, schema.isEmpty() ? bytes() : Tree.of(SCHEMA, schema));
    }

    /** An archive or a document as it is. OpenAPI 3.1 needs no schema here, but generators of clients do. */
    private static Map<String, Object> bytes() {
        return Tree.of(SCHEMA, Tree.of("type", "string", "format", "binary"));
    }

    private Map<String, Object> responses() {
        Map<String, Object> responses = new LinkedHashMap<>();
        Map<String, Object> content = content(signature.entry().result());
        String success = signature.isCreation() ? "201" : content.isEmpty() ? "204" : "200";
        boolean plan = signature.entry().isPlannable();
        Map<String, Object> planned = content(MediaTypes.JSON, schemas.of(Catalogue.plan()));
        if (plan && !success.equals("200")) {
            // Generated clients take the type of the first success for all of them.
            Map<String, Object> first = success.equals("201") ? either(content) : planned;
            responses.put("200", Tree.of(DESCRIPTION, "The plan of a dry run.", CONTENT, first));
        }
        responses.put(
                success, response("The result.", success.equals("200") && plan ? either(content) : content, success));
        if (signature.tellsProgress()) {
            responses.put("202", response("The result, which nodes still apply.", content, "202"));
        }
        if (signature.entry().effect() == Effect.READS && isTagged()) {
            responses.put("304", Tree.of(DESCRIPTION, "The object has an entity tag of If-None-Match."));
        }
        if (signature.comparesRevision()) {
            responses.put("428", Tree.reference("responses", NO_REVISION));
        }
        responses.put("default", Tree.reference("responses", "problem"));
        return responses;
    }

    /** The content of a change that may be planned. */
    private Map<String, Object> either(Map<String, Object> content) {
        if (signature.entry().result() instanceof Result.One<?> one) {
            return content(MediaTypes.JSON, schemas.orPlan(one.shape()));
        }
        Map<?, ?> of = (Map<?, ?>) content.get(MediaTypes.JSON);
        return content(MediaTypes.JSON, Tree.of("anyOf", List.of(of.get(SCHEMA), schemas.of(Catalogue.plan()))));
    }

    private Map<String, Object> response(String sentence, Map<String, Object> content, String status) {
        Map<String, Object> response = Tree.of(DESCRIPTION, sentence);
        Map<String, Object> headers = Tree.of();
        if (isTagged()) {
            headers.put("ETag", Tree.reference("headers", "etag"));
        }
        if (status.equals("201") || status.equals("202")) {
            headers.put("Location", Tree.reference("headers", status.equals("201") ? "created" : "progress"));
        }
        if (signature.isIdentified()) {
            headers.put("Operation-Id", Tree.reference("headers", "operationId"));
        }
        if (!headers.isEmpty()) {
            response.put("headers", headers);
        }
        if (!content.isEmpty()) {
            response.put(CONTENT, content);
        }
        return response;
    }

    private boolean isTagged() {
        Result<?> result = signature.entry().result();
        return (result instanceof Result.One<?> one && Addresses.isTagged(one.shape()))
                || (result instanceof Result.Whole && signature.entry().effect() == Effect.CHANGES);
    }

    private Map<String, Object> content(Result<?> result) {
        if (result instanceof Result.One<?> one) {
            return content(MediaTypes.JSON, schemas.of(one.shape()));
        }
        if (result instanceof Result.Texts<?> lines) {
            return content(MediaTypes.JSON, schemas.of(lines.shape()));
        }
        if (result instanceof Result.All<?> all) {
            return content(MediaTypes.JSON, schemas.list(all.shape(), false));
        }
        if (result instanceof Result.PageOf<?> page) {
            return content(MediaTypes.JSON, schemas.list(page.shape(), true));
        }
        if (result instanceof Result.Text<?>) {
            return content(MediaTypes.JSON, Schemas.result(Kind.TEXT));
        }
        if (result instanceof Result.Whole<?>) {
            return content(MediaTypes.JSON, Schemas.result(Kind.NUMBER));
        }
        return result instanceof Result.Bytes bytes ? content(bytes.mediaType(), Map.of()) : Map.of();
    }
}
