package org.esbmt.harness;

import java.security.SecureRandom;
import java.util.Base64;

/** Passwords of test users and database roles. */
public final class RandomPassword {
    private static final int BYTES = 18;

    private RandomPassword() {}

    /** A random password of 144 bits, in URL-safe Base64. */
    public static String next() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }
}
