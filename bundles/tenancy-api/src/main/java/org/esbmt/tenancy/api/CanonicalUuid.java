package org.esbmt.tenancy.api;

import java.util.UUID;

/** The only accepted text form of identifiers. Two different texts therefore never identify the same tenant. */
final class CanonicalUuid {
    private static final int LENGTH = 36;

    private CanonicalUuid() {}

    static UUID parse(String text) {
        if (text.length() != LENGTH) {
            throw malformed(text);
        }
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
            boolean hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
            if (dash ? c != '-' : !hex) {
                throw malformed(text);
            }
        }
        return UUID.fromString(text);
    }

    private static IllegalArgumentException malformed(String text) {
        String shown = text.length() > LENGTH ? text.substring(0, LENGTH) + "..." : text;
        return new IllegalArgumentException("not a UUID in canonical lower-case form: '" + shown + "'");
    }
}
