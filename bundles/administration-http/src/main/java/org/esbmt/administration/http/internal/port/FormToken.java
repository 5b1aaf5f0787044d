package org.esbmt.administration.http.internal.port;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.http.api.Session;

/**
 * Finds a session's token in the body of a form, and leaves the body to be read from its beginning. In {@code
 * multipart/form-data} the token is the first part (RFC 7578), so that an archive behind it still streams.
 *
 * @param token empty if the form has none
 * @param body the whole body, the read part included
 */
record FormToken(Optional<String> token, InputStream body) {
    /** Bytes of the first part with its boundaries. */
    private static final int MOST_FIRST_PART = 1024;

    private static final Pattern BOUNDARY = Pattern.compile(
            "multipart/form-data\\s*;\\s*boundary=\"?([A-Za-z0-9'()+_,./:=? -]{1,70})\"?", Pattern.CASE_INSENSITIVE);
    private static final Pattern DISPOSITION = Pattern.compile(
            "content-disposition\\s*:\\s*form-data\\s*;\\s*name=\"" + Session.TOKEN_PARAMETER + "\"\\s*",
            Pattern.CASE_INSENSITIVE);

    /**
     * Reads the token.
     *
     * @param body a body in memory, or one that is still arriving
     * @param whole true if the body is in memory; only then a URL-encoded form is read
     */
    static FormToken of(String contentType, InputStream body, boolean whole) throws IOException {
        String type = contentType.strip();
        if (whole && type.toLowerCase(Locale.ROOT).startsWith("application/x-www-form-urlencoded")) {
            byte[] bytes = body.readAllBytes();
            return new FormToken(parameter(new String(bytes, ISO_8859_1)), new ByteArrayInputStream(bytes));
        }
        Matcher boundary = BOUNDARY.matcher(type);
        if (!boundary.matches()) {
            return new FormToken(Optional.empty(), body);
        }
        byte[] begun = body.readNBytes(MOST_FIRST_PART);
        InputStream all = new SequenceInputStream(new ByteArrayInputStream(begun), body);
        return new FormToken(firstPart(new String(begun, ISO_8859_1), "--" + boundary.group(1)), all);
    }

    /** A token needs no escapes, so the value is compared as it is. */
    private static Optional<String> parameter(String form) {
        String name = Session.TOKEN_PARAMETER + "=";
        for (String pair : form.split("&", -1)) {
            if (pair.startsWith(name)) {
                return Optional.of(pair.substring(name.length()));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> firstPart(String begun, String delimiter) {
        int header = delimiter.length() + 2;
        int value = begun.indexOf("\r\n\r\n");
        int end = begun.indexOf("\r\n" + delimiter, header);
        if (!begun.startsWith(delimiter + "\r\n") || value < 0 || end < value + 4) {
            return Optional.empty();
        }
        boolean named = begun.substring(header, value)
                .lines()
                .anyMatch(line -> DISPOSITION.matcher(line).matches());
        return named ? Optional.of(begun.substring(value + 4, end)) : Optional.empty();
    }
}
