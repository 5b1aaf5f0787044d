package org.esbmt.administration.rest.internal.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.regex.Pattern;
import org.esbmt.administration.rest.internal.problem.Refusal;
import org.esbmt.administration.rest.internal.route.Signature;

/** The place in a list at which the next page begins: an offset, or the name before it. Opaque for clients. */
final class Cursor {
    private static final String OFFSET = "o";
    private static final String NAME = "n";
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

    private Cursor() {}

    static String at(int offset) {
        return encoded(OFFSET + offset);
    }

    static String after(String name) {
        return encoded(NAME + name);
    }

    private static String encoded(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(UTF_8));
    }

    static long offset(String cursor) throws Refusal {
        String number = decoded(cursor, OFFSET);
        if (!NUMBER.matcher(number).matches()) {
            throw refusal();
        }
        return Long.parseLong(number);
    }

    static String name(String cursor) throws Refusal {
        return decoded(cursor, NAME);
    }

    private static String decoded(String cursor, String kind) throws Refusal {
        String text;
        try {
            text = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
        } catch (IllegalArgumentException e) {
            throw refusal();
        }
        if (!text.startsWith(kind) || !encoded(text).equals(cursor)) {
            throw refusal();
        }
        return text.substring(kind.length());
    }

    private static Refusal refusal() {
        return Refusal.invalid(Signature.NEXT, Signature.NEXT + " is a value that a page of this list had");
    }
}
