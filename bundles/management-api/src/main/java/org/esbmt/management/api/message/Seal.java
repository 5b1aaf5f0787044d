package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;

/**
 * The seal of a text. It is no secret; nobody can make a seal for another text without the key.
 *
 * @param key the id of the key, 16 hexadecimal digits
 * @param code HMAC-SHA256 of the text, 64 hexadecimal digits
 */
public record Seal(String key, String code) {
    private static final Pattern KEY = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern CODE = Pattern.compile("[0-9a-f]{64}");

    public Seal {
        requireNonNull(key, "key");
        requireNonNull(code, "code");
        if (!KEY.matcher(key).matches() || !CODE.matcher(code).matches()) {
            throw new IllegalArgumentException("a seal is 16 and 64 hexadecimal digits in lower case");
        }
    }
}
