package org.esbmt.administration.rest.internal.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;

/**
 * A path as sent. A proxy in front of the bus and the bus must not see different paths. So a path that a proxy might normalize, decode
 * or cut is refused.
 */
final class RawPath {
    private static final int MAX_LENGTH = 2_048;

    private RawPath() {}

    /**
     * Splits a path.
     *
     * @return its segments, decoded
     * @throws Refusal NOT_FOUND for a second spelling of a path. It has a slash at its end or two in a row, a semicolon, or a
     *     segment of dots. Or it encodes a slash, a backslash, a control character, or a character that needs no encoding
     */
    static List<String> segments(String raw) throws Refusal {
        if (raw.length() > MAX_LENGTH) {
            throw refusal("it has more than " + MAX_LENGTH + " characters");
        }
        if (!raw.startsWith("/")) {
            throw refusal("it does not begin with a slash");
        }
        List<String> segments = new ArrayList<>();
        for (String segment : raw.substring(1).split("/", -1)) {
            if (segment.isEmpty()) {
                throw refusal("it has two slashes in a row, or one at its end");
            }
            segments.add(segment(segment));
        }
        return segments;
    }

    private static String segment(String raw) throws Refusal {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == ';' || c == '\\' || c == '?' || c == '#') {
                throw refusal("a character in it has to be encoded");
            }
            if (c == '%') {
                checkEncoded(PercentEncoding.byteAt(raw, i));
            }
        }
        Optional<String> decoded = PercentEncoding.decode(raw);
        if (decoded.isEmpty()) {
            throw refusal("it is no URI with percent-encoded UTF-8");
        }
        if (decoded.get().equals(".") || decoded.get().equals("..")) {
            throw refusal("it has a segment of dots");
        }
        return decoded.get();
    }

    private static void checkEncoded(int value) throws Refusal {
        if (value < ' ' || value == '/' || value == '\\' || value == 0x7F || PercentEncoding.isUnreserved(value)) {
            throw refusal("it has an encoded character that is not permitted");
        }
    }

    private static Refusal refusal(String rule) {
        return Refusal.of(ProblemType.NOT_FOUND, "the API has no such path: " + rule);
    }
}
