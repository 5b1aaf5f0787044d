package org.esbmt.tenancy.api;

/**
 * The subject of tokens of an issuer. It is unique with the issuer, which is unique in a tenant.
 *
 * @param issuer the claim {@code iss}
 * @param subject the claim {@code sub}
 */
public record TokenSubject(String issuer, String subject) {
    /** The largest number of characters of an issuer. */
    public static final int MAX_ISSUER = 500;
    /** The largest number of characters of a subject. */
    public static final int MAX_SUBJECT = 255;

    /** @throws IllegalArgumentException if one is empty, too long, or has characters that are not printable */
    public TokenSubject {
        checkIssuer(issuer);
        check(subject, MAX_SUBJECT, "a token's subject");
    }

    /** Checks an issuer or an audience. */
    public static void checkIssuer(String issuer) {
        check(issuer, MAX_ISSUER, "an issuer or audience of tokens");
    }

    private static void check(String text, int most, String thing) {
        if (text.isEmpty() || text.length() > most || !Printable.is(text)) {
            throw new IllegalArgumentException(
                    thing + " is 1 to " + most + " printable characters without a space at either end");
        }
    }
}
