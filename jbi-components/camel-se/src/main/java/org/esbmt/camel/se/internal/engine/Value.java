package org.esbmt.camel.se.internal.engine;

import org.apache.camel.Exchange;

/** An expression of a route, compiled. On any thread, several at once; does not block. */
public interface Value {

    /** Whether it looks into the body, which has to be at hand then. */
    boolean readsBody();

    /**
     * As text; the empty text for nothing.
     *
     * @throws RouteFailure.Invalid if the message is not what the expression needs
     */
    String text(Exchange exchange) throws RouteFailure;

    /** As a condition: false, the empty text, the empty sequence and nothing are false. */
    boolean test(Exchange exchange) throws RouteFailure;
}
