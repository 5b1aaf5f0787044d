package org.esbmt.camel.se.internal.steps;

import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.Journey;
import org.esbmt.camel.se.internal.engine.RouteFailure;

/**
 * How many exchanges may still become of one incoming message, and how many of them go on side by side. All that came of it
 * share it, groups included, and on every route that it comes to over the bus.
 */
record MessageBudget(Journey journey, StepLimits limits) {

    static MessageBudget of(Exchange exchange, StepLimits limits) {
        return new MessageBudget(Journey.of(exchange), limits);
    }

    /**
     * Takes one.
     *
     * @return how many were drawn, with this one
     * @throws RouteFailure.Invalid if there is none left
     */
    int draw(StepCounters counters) throws RouteFailure {
        int now = journey.exchanges().incrementAndGet();
        if (now > limits.exchangesOfMessage()) {
            journey.exchanges().decrementAndGet();
            counters.tooManyExchanges.increment();
            throw new RouteFailure.Invalid(
                    "the message would become more than " + limits.exchangesOfMessage() + " exchanges");
        }
        return now;
    }

    /**
     * Whether one more exchange may go on beside others of the same step; if so, {@link #endBeside} must follow. The one
     * exchange that a step may always have under way needs no leave, so that no step waits for another. Without this bound a
     * parallel step in a parallel step would fill the tenant's queue with one message.
     */
    boolean tryBeside() {
        if (journey.beside().incrementAndGet() < limits.parallel()) {
            return true;
        }
        journey.beside().decrementAndGet();
        return false;
    }

    void endBeside() {
        journey.beside().decrementAndGet();
    }
}
