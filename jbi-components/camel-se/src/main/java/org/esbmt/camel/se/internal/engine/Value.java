package org.esbmt.camel.se.internal.engine;

import java.nio.ByteBuffer;
import org.apache.camel.Exchange;

/** An expression of a route, compiled. On any thread, several at once; does not wait for anything. */
public interface Value {

    /** Whether it looks into the body, which has to be at hand then. */
    boolean readsBody();

    /** Whether it may take so long that it must not be evaluated where others wait, on an event loop. */
    default boolean isCostly() {
        return false;
    }

    /** Whether it takes, for this exchange, no longer than a thread may be kept where others wait. */
    default boolean isQuick(Exchange exchange) {
        return !readsBody() && !isCostly();
    }

    /** Whether it can be found while bytes come, by {@link #read}, where others wait: the body's, or {@link #bytes}. */
    default boolean streams() {
        return false;
    }

    /**
     * The cost of a byte, from 1: how often it is looked at, or how many times longer {@link #read} takes than with a
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
     * As text; the empty text for nothing.
     *
     * @throws RouteFailure.Invalid if the message is not what the expression needs
     */
    String text(Exchange exchange) throws RouteFailure;

    /** As a condition: false, the empty text, the empty sequence and nothing are false. */
    boolean test(Exchange exchange) throws RouteFailure;
}
