package org.esbmt.camel.se.internal.engine;

import java.nio.ByteBuffer;

/** A value of one message that is found while the body's bytes come. Does not block; not for concurrent use. */
public interface Reading {

    /**
     * A value that was found.
     *
     * @param text the value as text
     * @param isTrue the value as a condition
     */
    record Found(String text, boolean isTrue) {
        /** The value of a condition; nobody asks for its text. */
        static final Found TRUE = new Found("", true);

        static final Found FALSE = new Found("", false);
    }

    /**
     * Takes the next bytes, which are not kept.
     *
     * @return whether it needs more
     * @throws RouteFailure.Invalid if the message is not what the expression needs
     */
    boolean piece(ByteBuffer piece) throws RouteFailure;

    /**
     * The value, when no more was needed or all bytes were taken.
     *
     * @throws RouteFailure.Invalid if the message is not what the expression needs
     */
    Found found() throws RouteFailure;
}
