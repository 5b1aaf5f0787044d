package org.esbmt.suite.result;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a JSON object as texts by path, such as {@code machine.processor}. The elements of an array have numbers from 0. */
public final class FlatJson {
    private FlatJson() {}

    /**
     * Reads a file.
     *
     * @return the texts in the order of the file; null is empty
     * @throws IOException if it cannot be read, or is no JSON object
     */
    public static Map<String, String> read(Path file) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(file.toFile())) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException(file + " is no JSON object");
            }
            object(parser, "", texts);
        }
        return texts;
    }

    private static void object(JsonParser parser, String prefix, Map<String, String> texts) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = prefix + parser.currentName();
            parser.nextToken();
            value(parser, name, texts);
        }
    }

    private static void value(JsonParser parser, String name, Map<String, String> texts) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> object(parser, name + ".", texts);
            case START_ARRAY -> {
                for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                    value(parser, name + "." + i, texts);
                }
            }
            case VALUE_NULL -> texts.put(name, "");
            default -> texts.put(name, parser.getText());
        }
    }
}
