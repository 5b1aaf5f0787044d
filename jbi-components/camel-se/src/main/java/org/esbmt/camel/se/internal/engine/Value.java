package org.esbmt.camel.se.internal.engine;

import java.nio.ByteBuffer;
import org.apache.camel.Exchange;

/** A compiled expression of a route. Thread-safe; never waits. */
public interface Value {

    /** Returns true if it reads the body, which must be at hand then. */
    boolean readsBody();

    /** Returns true if its evaluation may take too long for an event loop. */
    default boolean isCostly() {
        return false;
    }

    /** Returns true if its evaluation is short enough for an event loop, for this exchange. */
    default boolean isQuick(Exchange exchange) {
        return !readsBody() && !isCostly();
    }

    /** Returns true if {@link #read} can find it on an event loop while bytes arrive: the body's, or {@link #bytes}. */
    default boolean streams() {
        return false;
    }

    /**
     * The cost of a byte, from 1: the number of reads, or the duration of {@link #read} as a multiple of that with a
     * short path. Only if it {@link #streams} or is not costly.
     */
    default int readingCost() {
        return 1;
    }

    /** Begins to read from the first byte; only if it {@link #streams}. */
    default Reading read(Exchange exchange) {
        throw new IllegalStateException("it does not stream");
    }

    /** The bytes for {@link #read}; only if it does not {@link #readsBody}. */
    default ByteBuffer bytes(Exchange exchange) {
        throw new IllegalStateException("it does not stream, or reads the body");
    }

    /**
     * The value as text; empty for no value.
     *
     * @throws RouteFailure.Invalid if the message does not fit the expression
     */
    String text(Exchange exchange) throws RouteFailure;

    /** The value as a condition: false, the empty text, the empty sequence and no value are false. */
    boolean test(Exchange exchange) throws RouteFailure;
}
