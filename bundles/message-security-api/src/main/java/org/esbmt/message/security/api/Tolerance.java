package org.esbmt.message.security.api;

import java.util.Locale;

/** A practice of older clients that an endpoint accepts if it says so. Each weakens no proof by itself. */
public enum Tolerance {
    /** SHA-1 inside of RSA-OAEP, as its hash or in its mask generation function. Collisions of SHA-1 gain nothing there. */
    OAEP_SHA1,
    /** Signed elements have an attribute {@code Id} without namespace in place of {@code wsu:Id}. */
    PLAIN_ID;

    /** The word in an endpoint's definition. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
