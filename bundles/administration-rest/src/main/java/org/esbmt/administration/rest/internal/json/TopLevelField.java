package org.esbmt.administration.rest.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Optional;

/** Reads one field of an answer that this adapter has written. */
public final class TopLevelField {
    private static final JsonFactory JSON = new JsonFactory();

    private TopLevelField() {}

    /** The text of a field of the object itself; empty if it is absent or no text. */
    public static Optional<String> of(String object, String field) throws IOException {
        try (JsonParser parser = JSON.createParser(object)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals(field);
                JsonToken value = parser.nextToken();
                if (wanted) {
                    return value == JsonToken.VALUE_STRING ? Optional.of(parser.getText()) : Optional.empty();
                }
                parser.skipChildren();
            }
            return Optional.empty();
        }
    }
}
