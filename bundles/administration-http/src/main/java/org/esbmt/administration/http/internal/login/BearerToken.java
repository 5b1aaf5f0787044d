package org.esbmt.administration.http.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Optional;

/** The personal access token of an Authorization field (RFC 6750, section 2.1). {@link #close} clears it. */
public final class BearerToken implements GivenCredential {
    private static final String SCHEME = "Bearer ";
    private static final String PREFIX = "esbmt_";

    private final char[] token;

    private BearerToken(char[] token) {
        this.token = token;
    }

    /** Reads a field; empty for another scheme. */
    public static Optional<BearerToken> of(String field) {
        requireNonNull(field, "field");
        return field.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(
                        new BearerToken(field.substring(SCHEME.length()).strip().toCharArray()))
                : Optional.empty();
    }

    /** Tells whether a text contains the beginning of a token. A URL with one is in logs and histories on its way. */
    public static boolean isIn(String text) {
        return text.contains(PREFIX);
    }

    /** The characters themselves, not a copy. */
    char[] characters() {
        return token;
    }

    @Override
    public void close() {
        Arrays.fill(token, '\0');
    }

    @Override
    public String toString() {
        return "(token)";
    }
}
