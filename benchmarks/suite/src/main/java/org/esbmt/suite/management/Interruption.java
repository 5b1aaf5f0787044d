package org.esbmt.suite.management;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * An interruption of a link.
 *
 * @param moment the bytes that are the first ones not to pass
 * @param length the time until all bytes pass; zero for connections that are reset at once
 */
record Interruption(Moment moment, Duration length) {
    Interruption {
        requireNonNull(moment, "moment");
        if (length.isNegative()) {
            throw new IllegalArgumentException("an interruption has no negative length: " + length);
        }
    }

    boolean isReset() {
        return length.isZero();
    }

    /** The direction of the bytes at which an interruption begins. */
    enum Moment {
        /** The bus does not get the request. */
        REQUEST,
        /** The bus has made the change, and the client does not get the answer. */
        ANSWER
    }
}
