package org.esbmt.camel.se.internal.steps;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangeExtension;
import org.apache.camel.Message;
import org.apache.camel.support.ExchangeHelper;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.CallBudget;

/** Makes exchanges as copies of others. */
final class Copies {
    private Copies() {}

    /**
     * One of its own, with the same message, on the same sender's behalf. It keeps nothing of the errors that the other
     * has come through.
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

    /** Takes over the work of an error handler on a copy as work on the exchange. */
    static void takeErrors(Exchange copy, Exchange exchange) {
        ExchangeExtension to = exchange.getExchangeExtension();
        to.setRedeliveryExhausted(copy.isFailed() && wasAsked(copy));
        to.setErrorHandlerHandled(copy.getExchangeExtension().getErrorHandlerHandled());
    }

    /** Whether an error handler was asked about the failure of an exchange; there is none in a circuit breaker. */
    static boolean wasAsked(Exchange failed) {
        ExchangeExtension of = failed.getExchangeExtension();
        return of.isFailureHandled() || of.isRedeliveryExhausted();
    }

    /**
     * Fails the exchange that copies were made of.
     *
     * @param isHandled whether it is the failure of a copy, about which the error handler was asked inside already
     */
    static void fail(Exchange exchange, Throwable failure, boolean isHandled) {
        exchange.setException(failure);
        exchange.getExchangeExtension().setRedeliveryExhausted(isHandled);
    }
}
