package org.esbmt.commandline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, numbers and truth values. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /**
     * Reads a value.
     *
     * @throws IOException if the bytes are no JSON
     */
    static Object read(byte[] bytes) throws IOException {
        try (JsonParser in = FACTORY.createParser(bytes)) {
            in.nextToken();
            return value(in);
        }
    }

    /** Reads an object; an empty one if the bytes are no JSON object. */
    static Map<String, Object> object(byte[] bytes) {
        try {
            return object(read(bytes));
        } catch (IOException e) {
            return Map.of();
        }
    }

    /** The value as an object; an empty one for another value. */
    @SuppressWarnings("unchecked") // objects are read by this class
    static Map<String, Object> object(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : Map.of();
    }

    /** The value as a list; an empty one for another value. */
    @SuppressWarnings("unchecked") // lists are read by this class
    static List<Object> list(Object value) {
        return value instanceof List ? (List<Object>) value : List.of();
    }

    /** The text of a value; empty without one. */
    static String text(Object value) {
        return value == null ? "" : value.toString();
    }

    private static Object value(JsonParser in) throws IOException {
        JsonToken token = in.currentToken();
        if (token == null) {
            throw new IOException("there is no JSON");
        }
        return switch (token) {
            case START_OBJECT -> members(in);
            case START_ARRAY -> items(in);
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_NUMBER_INT -> in.getBigIntegerValue();
            default -> in.getText();
        };
    }

    private static Map<String, Object> members(JsonParser in) throws IOException {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            in.nextToken();
            object.put(name, value(in));
        }
        return object;
    }

    private static List<Object> items(JsonParser in) throws IOException {
        List<Object> list = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            list.add(value(in));
        }
        return list;
    }

    /** The text of a value. */
    static String write(Object value, boolean pretty) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            if (pretty) {
                out.setPrettyPrinter(new DefaultPrettyPrinter());
            }
            write(out, value);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator out, Object value) throws IOException {
        if (value instanceof Map<?, ?> object) {
            out.writeStartObject();
            for (Map.Entry<?, ?> member : object.entrySet()) {
                out.writeFieldName(member.getKey().toString());
                write(out, member.getValue());
            }
            out.writeEndObject();
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            for (Object item : list) {
                write(out, item);
            }
            out.writeEndArray();
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else if (value instanceof BigInteger number) {
            out.writeNumber(number);
        } else if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value.toString());
        }
    }
}
