package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * An argument of an operation.
 *
 * @param type {@code string}, {@code integer}, {@code boolean}, {@code array} or {@code object}
 * @param required false for If-Match, which has a default
 * @param choices the permitted values; empty for any
 * @param secret true for a password, which is never an argument of a process
 * @param byName the path that finds the value by a name; empty if there is none
 */
record Parameter(
        String name,
        Place place,
        String type,
        boolean required,
        String description,
        List<String> choices,
        boolean secret,
        String byName) {
    /** The place of an argument in the request. */
    enum Place {
        PATH,
        QUERY,
        HEADER,
        FIELD
    }

    private static final String SCHEMA = "schema";

    Parameter {
        requireNonNull(name, "name");
        choices = List.copyOf(choices);
    }

    /** Reads a parameter of the document. */
    static Parameter of(Map<String, Object> parameter) {
        Map<String, Object> schema = Json.object(parameter.get(SCHEMA));
        Place place = Place.valueOf(Json.text(parameter.get("in")).toUpperCase(Locale.ROOT));
        String name = Json.text(parameter.get("name"));
        return of(
                name,
                place,
                schema,
                Boolean.TRUE.equals(parameter.get("required")) && !name.equals(Operation.IF_MATCH),
                Json.text(parameter.get("description")),
                Json.text(parameter.get("x-by-name")));
    }

    /** Reads a property of a body. */
    static Parameter of(String name, Map<String, Object> property, boolean required) {
        return of(
                name,
                Place.FIELD,
                property,
                required,
                Json.text(property.get("description")),
                Json.text(property.get("x-by-name")));
    }

    private static Parameter of(
            String name, Place place, Map<String, Object> schema, boolean required, String description, String byName) {
        Object choices = schema.containsKey("enum")
                ? schema.get("enum")
                : Json.object(schema.get("items")).get("enum");
        return new Parameter(
                name,
                place,
                Json.text(schema.get("type")),
                required,
                description,
                Json.list(choices).stream().map(Json::text).toList(),
                "password".equals(schema.get("format")),
                byName);
    }

    /** The option without its hyphens, in lower case: {@code display-name}. A secret has the name of its file. */
    String option() {
        String words = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
        return secret ? words + "-file" : words;
    }

    /** True for an option without a value. */
    boolean isFlag() {
        return type.equals("boolean");
    }

    /** True for an option that may stand there several times. */
    boolean isRepeated() {
        return type.equals("array") || type.equals("object");
    }
}
