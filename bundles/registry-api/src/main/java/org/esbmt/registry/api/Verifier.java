package org.esbmt.registry.api;

/**
 * The hash that a {@link org.esbmt.tenancy.api.PasswordHasher} made of a password. The registry stores the string and
 * never interprets it. {@link #toString} does not show it.
 *
 * @param text 1 to {@value #MAX_LENGTH} visible ASCII characters
 */
public record Verifier(String text) {
    /** The largest number of characters. */
    public static final int MAX_LENGTH = 512;

    public Verifier {
        if (text.isEmpty() || text.length() > MAX_LENGTH || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a verifier is 1 to " + MAX_LENGTH + " visible ASCII characters");
        }
    }

    @Override
    public String toString() {
        return "(verifier)";
    }
}
