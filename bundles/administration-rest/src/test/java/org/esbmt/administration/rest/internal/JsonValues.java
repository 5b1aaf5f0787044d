package org.esbmt.administration.rest.internal;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, numbers and flags. */
public final class JsonValues {
    private JsonValues() {}

    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(String text) {
        return (Map<String, Object>) parse(text);
    }

    public static Object parse(String text) {
        try (JsonParser in = new JsonFactory().createParser(text)) {
            in.nextToken();
            return value(in);
        } catch (IOException e) {
            throw new AssertionError(text, e);
        }
    }

    private static Object value(JsonParser in) throws IOException {
        return switch (in.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> object = new LinkedHashMap<>();
                while (in.nextToken() != JsonToken.END_OBJECT) {
                    String name = in.currentName();
                    in.nextToken();
                    object.put(name, value(in));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> array = new ArrayList<>();
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(in));
                }
                yield array;
            }
            case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
            case VALUE_NUMBER_INT -> in.getLongValue();
            default -> in.getText();
        };
    }
}
