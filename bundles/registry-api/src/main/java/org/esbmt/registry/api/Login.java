package org.esbmt.registry.api;

/**
 * The login name of a user, unique in the tenant: 1 to {@value #MAX_LENGTH} printable characters without spaces or
 * {@code /}. Case counts.
 */
public record Login(String value) {
    /** The largest number of characters. */
    public static final int MAX_LENGTH = 128;

    public Login {
        if (value.isEmpty()
                || value.length() > MAX_LENGTH
                || value.indexOf('/') >= 0
                || !value.codePoints().allMatch(Printable::visible)) {
            throw new IllegalArgumentException("a login is 1 to " + MAX_LENGTH
                    + " printable characters without spaces or '/', but is " + Printable.shown(value));
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
