package org.esbmt.administration.internal;

import java.security.SecureRandom;

/** Passwords for people to copy: four groups of five, of letters and digits that are not mistaken, 114 bits. */
final class GeneratedPassword {
    private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    private static final int GROUPS = 4;
    private static final int GROUP = 5;

    private GeneratedPassword() {}

    static char[] from(SecureRandom random) {
        char[] password = new char[GROUPS * (GROUP + 1) - 1];
        for (int i = 0; i < password.length; i++) {
            password[i] = i % (GROUP + 1) == GROUP ? '-' : ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        }
        return password;
    }
}
