package org.esbmt.tenant.keys.internal.material;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import org.esbmt.registry.api.TenantKeyMaterial;
import org.esbmt.tenancy.api.SecretKind;

/** The characters of a secret, so that it fits into a header of HTTP, or a token of WS-Security, and ends neither. */
final class SecretRules {
    private SecretRules() {}

    /** @throws IllegalArgumentException without a part of the value */
    static void check(SecretKind kind, byte[] value) {
        if (value.length == 0 || value.length > TenantKeyMaterial.MOST_SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has 1 to " + TenantKeyMaterial.MOST_SECRET_BYTES + " bytes");
        }
        switch (kind) {
            case PASSWORD -> checkPassword(value);
            case BEARER -> checkToken(value);
        }
    }

    private static void checkPassword(byte[] value) {
        CharBuffer characters;
        try {
            characters = UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("a password is in UTF-8", e);
        }
        try {
            if (characters.chars().anyMatch(c -> Character.isISOControl(c) || c == 0xFFFE || c == 0xFFFF)) {
                throw new IllegalArgumentException("a password has no control characters");
            }
        } finally {
            java.util.Arrays.fill(characters.array(), '\0');
        }
    }

    /** The form {@code b64token} of RFC 6750, section 2.1. */
    private static void checkToken(byte[] value) {
        int end = value.length;
        while (end > 0 && value[end - 1] == '=') {
            end--;
        }
        boolean good = end > 0;
        for (int i = 0; i < end; i++) {
            good &= isOfToken(value[i]);
        }
        if (!good) {
            throw new IllegalArgumentException(
                    "a bearer token is letters, digits, '-', '.', '_', '~', '+' and '/', then any number of '='");
        }
    }

    private static boolean isOfToken(byte b) {
        return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || "-._~+/".indexOf(b) >= 0;
    }
}
