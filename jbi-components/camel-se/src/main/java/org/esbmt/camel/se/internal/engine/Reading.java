package org.esbmt.camel.se.internal.engine;

import java.nio.ByteBuffer;

/** A value of one message that is found while the body's bytes arrive. Does not block; not thread-safe. */
public interface Reading {

    /**
     * A found value.
     *
     * @param text the value as text
     * @param isTrue the value as a condition
     */
    record Found(String text, boolean isTrue) {
        /** The value of a condition; its text is not used. */
        static final Found TRUE = new Found("", true);

        static final Found FALSE = new Found("", false);
    }

    /**
     * Takes the next bytes, which are not kept.
     *
     * @return true if it needs more
     * @throws RouteFailure.Invalid if the message does not fit the expression
     */
    boolean piece(ByteBuffer piece) throws RouteFailure;

    /**
     * The value, once no more is needed or all bytes were taken.
     *
     * @throws RouteFailure.Invalid if the message does not fit the expression
     */
    Found found() throws RouteFailure;
}
