package org.esbmt.administration.rest.internal.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.esbmt.administration.api.batch.BatchSteps;
import org.esbmt.administration.api.batch.BatchSteps.Attribute;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.catalogue.Catalogue;
import org.esbmt.administration.catalogue.Kind;
import org.esbmt.administration.catalogue.Shape;
import org.esbmt.administration.catalogue.Shape.Field;
import org.esbmt.administration.catalogue.Word;
import org.esbmt.administration.rest.internal.call.Addresses;
import org.esbmt.administration.rest.internal.json.JsonBatch;
import org.esbmt.administration.rest.internal.json.ViewText;

/** The schemas of values, views, pages, problems and batches. Confined to one thread. */
final class Schemas {
    static final String BATCH = "Batch";
    static final String PROBLEM = "Problem";
    private static final String FINDING = "Finding";

    private static final String TYPE = "type";
    private static final String DESCRIPTION = "description";
    private static final String OBJECT = "object";
    private static final String STRING = "string";
    private static final String INTEGER = "integer";
    private static final String ARRAY = "array";

    private final Map<String, Object> named = new TreeMap<>();

    Schemas() {
        named.put(BATCH, batch());
        named.put(PROBLEM, problem());
        named.put(FINDING, finding());
    }

    /** All schemas that are referred to. */
    Map<String, Object> named() {
        return named;
    }

    /** The schema of the value of a word. */
    static Map<String, Object> of(Word<?> word) {
        Map<String, Object> schema = of(word.kind());
        if (!word.values().isEmpty()) {
            Map<String, Object> choice = Tree.of(TYPE, STRING, "enum", word.values());
            if (word.kind() == Kind.TEXTS) {
                schema.put("items", choice);
            } else {
                schema.putAll(choice);
            }
        }
        return schema;
    }

    private static Map<String, Object> of(Kind kind) {
        return switch (kind) {
            case TEXT, IDENTIFIER, CHOICE -> Tree.of(TYPE, STRING);
            case MOMENT -> Tree.of(TYPE, STRING, "format", "date-time");
            case SECRET -> Tree.of(TYPE, STRING, "format", "password", "writeOnly", true);
            case NUMBER -> Tree.of(TYPE, INTEGER, "format", "int64");
            case COUNT -> Tree.of(TYPE, INTEGER, "format", "int32");
            case FLAG -> Tree.of(TYPE, "boolean");
            case TEXTS -> Tree.of(TYPE, ARRAY, "items", Tree.of(TYPE, STRING));
            case TABLE -> Tree.of(TYPE, OBJECT, "additionalProperties", Tree.of(TYPE, STRING));
            case NUMBERS -> Tree.of(TYPE, OBJECT, "additionalProperties", Tree.of(TYPE, INTEGER, "format", "int64"));
            case BYTES, FILES, SHAPES -> throw new IllegalArgumentException("no value of JSON is of kind " + kind);
        };
    }

    /** A reference to the schema of a shape. */
    Map<String, Object> of(Shape<?> shape) {
        String name = name(shape);
        if (!named.containsKey(name)) {
            named.put(name, Tree.of());
            named.put(name, view(shape));
        }
        return Tree.reference("schemas", name);
    }

    private static String name(Shape<?> shape) {
        return Character.toUpperCase(shape.name().charAt(0)) + shape.name().substring(1);
    }

    private Map<String, Object> view(Shape<?> shape) {
        Map<String, Object> properties = Tree.of();
        List<String> required = new ArrayList<>();
        for (Field<?> field : shape.fields()) {
            properties.put(field.name(), property(field));
            if (!field.optional()) {
                required.add(field.name());
            }
        }
        if (Addresses.isTagged(shape)) {
            properties.put(
                    ViewText.TAG,
                    Tree.of(
                            TYPE,
                            STRING,
                            DESCRIPTION,
                            "The entity tag of the object, for If-Match; absent without a revision."));
        }
        return Tree.of(TYPE, OBJECT, "properties", properties, "required", required);
    }

    private Map<String, Object> property(Field<?> field) {
        Map<String, Object> schema = field.of().isPresent()
                ? Tree.of(TYPE, ARRAY, "items", of(field.of().get()))
                : of(field.kind());
        schema.put(DESCRIPTION, field.sentence());
        return schema;
    }

    /**
     * A reference to the schema of a list of views. It has a name, since generators of clients make a name of each inline schema.
     */
    Map<String, Object> list(Shape<?> shape, boolean paged) {
        String name = name(shape) + (paged ? "Page" : "List");
        named.put(name, listed(shape, paged));
        return Tree.reference("schemas", name);
    }

    /** A reference to the schema of a view, or of the plan of a dry run. */
    Map<String, Object> orPlan(Shape<?> shape) {
        String name = name(shape) + "OrPlan";
        named.put(
                name,
                Tree.of(
                        DESCRIPTION,
                        "The result, or the plan of a dry run.",
                        "anyOf",
                        List.of(of(shape), of(Catalogue.plan()))));
        return Tree.reference("schemas", name);
    }

    private Map<String, Object> listed(Shape<?> shape, boolean paged) {
        Map<String, Object> properties = Tree.of(
                "items", Tree.of(TYPE, ARRAY, "items", of(shape)),
                "total",
                        Tree.of(
                                TYPE,
                                INTEGER,
                                "format",
                                "int64",
                                DESCRIPTION,
                                "The number of objects of the whole list, as far as they were counted."),
                "totalExact", Tree.of(TYPE, "boolean", DESCRIPTION, "False if there are more than total."));
        if (paged) {
            properties.put(
                    "next",
                    Tree.of(TYPE, STRING, DESCRIPTION, "The parameter next of the next page; absent on the last one."));
        }
        return Tree.of(TYPE, OBJECT, "properties", properties, "required", List.of("items", "total", "totalExact"));
    }

    /** A single value. */
    static Map<String, Object> result(Kind kind) {
        return Tree.of(TYPE, OBJECT, "properties", Tree.of("result", of(kind)), "required", List.of("result"));
    }

    private static Map<String, Object> finding() {
        return Tree.of(
                TYPE,
                OBJECT,
                "properties",
                Tree.of(
                        "field",
                                Tree.of(
                                        TYPE,
                                        STRING,
                                        DESCRIPTION,
                                        "The field of the body, the parameter or the header field; absent for an archive."),
                        "detail", Tree.of(TYPE, STRING),
                        "file",
                                Tree.of(
                                        TYPE,
                                        STRING,
                                        DESCRIPTION,
                                        "The file in the archive; the path in a unit's archive follows !/."),
                        "line", Tree.of(TYPE, INTEGER, "format", "int32", DESCRIPTION, "The line of the file, from 1."),
                        "rule", Tree.of(TYPE, STRING, DESCRIPTION, "The broken rule of the guide.")),
                "required",
                List.of("detail"));
    }

    private static Map<String, Object> problem() {
        return Tree.of(
                TYPE,
                OBJECT,
                DESCRIPTION,
                "Problem details of RFC 9457.",
                "properties",
                Tree.of(
                        "type", Tree.of(TYPE, STRING, DESCRIPTION, "urn:esbmt:problem:<reason>, for ever."),
                        "title", Tree.of(TYPE, STRING),
                        "status", Tree.of(TYPE, INTEGER, "format", "int32"),
                        "detail", Tree.of(TYPE, STRING, DESCRIPTION, "Sentences; the last one tells who must act."),
                        "who", Tree.of(TYPE, STRING, DESCRIPTION, "The person who can act, and the step to take."),
                        "operation",
                                Tree.of(
                                        TYPE,
                                        STRING,
                                        "format",
                                        "uuid",
                                        DESCRIPTION,
                                        "The identifier of the request; absent for a query."),
                        "findings", Tree.of(TYPE, ARRAY, "items", Tree.reference("schemas", FINDING))),
                "required",
                List.of("type", "title", "status", "detail", "who", "findings"));
    }

    private static Map<String, Object> batch() {
        Map<String, Object> kinds = Tree.of();
        for (BatchSteps.Kind kind : BatchSteps.kinds()) {
            Map<String, Object> step = attributes(kind.attributes());
            if (!kind.quota().isEmpty()) {
                @SuppressWarnings("unchecked") // made below
                Map<String, Object> properties = (Map<String, Object>) step.get("properties");
                properties.put(JsonBatch.QUOTAS, Tree.of(TYPE, ARRAY, "items", attributes(kind.quota())));
            }
            kinds.put(kind.name(), step);
        }
        Map<String, Object> step = Tree.of(
                TYPE,
                OBJECT,
                DESCRIPTION,
                "One field, whose name is the kind of the step.",
                "properties",
                kinds,
                "additionalProperties",
                false,
                "minProperties",
                1,
                "maxProperties",
                1);
        Map<String, Object> files = Tree.of(
                TYPE,
                OBJECT,
                DESCRIPTION,
                "The files that steps name, in base64, by name.",
                "additionalProperties",
                Tree.of(TYPE, STRING, "contentEncoding", "base64"));
        return Tree.of(
                TYPE,
                OBJECT,
                DESCRIPTION,
                "Steps that are made in their order: all of them, or none.",
                "properties",
                Tree.of(
                        JsonBatch.STEPS,
                        Tree.of(TYPE, ARRAY, "items", step, "minItems", 1, "maxItems", Batch.MAX_STEPS),
                        JsonBatch.FILES,
                        files),
                "required",
                List.of(JsonBatch.STEPS),
                "additionalProperties",
                false);
    }

    private static Map<String, Object> attributes(List<Attribute> attributes) {
        Map<String, Object> properties = Tree.of();
        attributes.forEach(one -> properties.put(one.name(), attribute(one)));
        return Tree.of(
                TYPE,
                OBJECT,
                "properties",
                properties,
                "required",
                attributes.stream()
                        .filter(Attribute::required)
                        .map(Attribute::name)
                        .toList(),
                "additionalProperties",
                false);
    }

    private static Map<String, Object> attribute(Attribute attribute) {
        return switch (attribute.type()) {
            case "Amount" -> Tree.of(TYPE, INTEGER, "format", "int64", "minimum", 0);
            case "Revision" -> Tree.of(TYPE, INTEGER, "format", "int64", "minimum", 1);
            case "Roles" -> of(Kind.TEXTS);
            case "Secret" -> of(Kind.SECRET);
            case "File" -> Tree.of(TYPE, STRING, "x-file", true);
            default -> of(Kind.TEXT);
        };
    }
}
