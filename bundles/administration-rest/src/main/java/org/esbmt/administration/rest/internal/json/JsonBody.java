package org.esbmt.administration.rest.internal.json;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import org.esbmt.administration.http.api.LimitedBody;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;

/** A body in JSON that consists of one object. */
final class JsonBody {
    private final InputStream bytes;
    private final long limit;

    /** Reads the fields of an object, whose first token is the current one. */
    @FunctionalInterface
    interface Fields<T> {
        T from(JsonParser in) throws IOException, Refusal;
    }

    /** @param limit the largest number of bytes */
    JsonBody(InputStream bytes, long limit) {
        this.bytes = requireNonNull(bytes, "bytes");
        this.limit = limit;
    }

    /**
     * Reads the object.
     *
     * @throws Refusal if the body is no JSON, no object, or has more than one. It repeats no part of the body, which may be a
     *     password
     * @throws IOException if the bytes cannot be read
     */
    <T> T read(Fields<T> fields) throws IOException, Refusal {
        try (JsonParser in = Json.parser(new LimitedBody(bytes, limit))) {
            return read(in, fields);
        } catch (LimitedBody.TooLongException e) {
            throw Refusal.of(ProblemType.CONTENT_TOO_LARGE, "the body has at most " + limit + " bytes");
        } catch (CharacterCodingException e) {
            throw Refusal.invalid("the body is no UTF-8", e);
        }
    }

    private static <T> T read(JsonParser in, Fields<T> fields) throws IOException, Refusal {
        try {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                throw Refusal.invalid("the body is no JSON object");
            }
            T read = fields.from(in);
            if (in.nextToken() != null) {
                throw Refusal.invalid("something follows the JSON object of the body");
            }
            return read;
        } catch (JsonProcessingException e) {
            throw Refusal.invalid(
                    "the body is no JSON within the limits (depth " + Json.MAX_DEPTH + ", texts of " + Json.MAX_TEXT
                            + " characters, numbers of 64 bits), seen at " + place(e.getLocation()),
                    e);
        }
    }

    private static String place(JsonLocation location) {
        return location == null ? "its begin" : "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }
}
