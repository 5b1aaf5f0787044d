package org.esbmt.camel.se.internal.steps;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangeExtension;
import org.apache.camel.Message;
import org.apache.camel.support.ExchangeHelper;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.CallBudget;

/** Creates exchanges as copies of others. */
final class Copies {
    private Copies() {}

    /**
     * A separate exchange with the same message, on the same sender's behalf. It keeps no record of the other's handled
     * errors.
     */
    static Exchange of(Exchange exchange) {
        Exchange copy = ExchangeHelper.createCorrelatedCopy(exchange, false);
        copy.setException(null);
        copy.getExchangeExtension().setRedeliveryExhausted(false);
        copy.getExchangeExtension().setErrorHandlerHandled(null);
        copy.getExchangeExtension().setFailureHandled(false);
        CallBudget.branch(copy);
        return copy;
    }

    static Body body(Message message) {
        return message.getBody() instanceof Body body ? body : Body.EMPTY;
    }

    /**
     * Makes the body bytes that can be read any number of times and on any thread; they are at hand. A body from the
     * bus may belong to an event loop.
     */
    static void settle(Exchange exchange) {
        Message message = exchange.getMessage();
        message.setBody(new Body(body(message).bytes()));
    }

    /** Transfers the work of an error handler from a copy to the exchange. */
    static void takeErrors(Exchange copy, Exchange exchange) {
        ExchangeExtension to = exchange.getExchangeExtension();
        to.setRedeliveryExhausted(copy.isFailed() && wasAsked(copy));
        to.setErrorHandlerHandled(copy.getExchangeExtension().getErrorHandlerHandled());
    }

    /** Returns true if an error handler was called for the failure of an exchange; a circuit breaker has none. */
    static boolean wasAsked(Exchange failed) {
        ExchangeExtension of = failed.getExchangeExtension();
        return of.isFailureHandled() || of.isRedeliveryExhausted();
    }

    /**
     * Fails the original exchange of copies.
     *
     * @param isHandled true for the failure of a copy whose inner error handler was called already
     */
    static void fail(Exchange exchange, Throwable failure, boolean isHandled) {
        exchange.setException(failure);
        exchange.getExchangeExtension().setRedeliveryExhausted(isHandled);
    }
}
