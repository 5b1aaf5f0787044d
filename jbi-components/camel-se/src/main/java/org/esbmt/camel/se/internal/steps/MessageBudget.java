package org.esbmt.camel.se.internal.steps;

import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.CallBudget;
import org.esbmt.camel.se.internal.engine.RouteFailure;

/**
 * The exchanges that steps may still make of one incoming message, and the number that run in parallel. All exchanges
 * of the message share the budget, groups included, on every route that it reaches over the bus.
 */
record MessageBudget(CallBudget budget, StepLimits limits) {

    static MessageBudget of(Exchange exchange, StepLimits limits) {
        return new MessageBudget(CallBudget.of(exchange), limits);
    }

    /**
     * Counts one more exchange of the message.
     *
     * @return the number of exchanges so far, including this one
     * @throws RouteFailure.Invalid above the limit
     */
    int draw(StepCounters counters) throws RouteFailure {
        int now = budget.exchanges().incrementAndGet();
        if (now > limits.exchangesOfMessage()) {
            budget.exchanges().decrementAndGet();
            counters.tooManyExchanges.increment();
            throw new RouteFailure.Invalid(
                    "the message would become more than " + limits.exchangesOfMessage() + " exchanges");
        }
        return now;
    }

    /**
     * Returns true if one more exchange may run in parallel to others of the same step; if so, {@link #endParallel} must
     * follow. A step may always have one exchange running without this call, so that no step waits for another. Without
     * this bound a parallel step in a parallel step would fill the tenant's queue with one message.
     */
    boolean tryParallel() {
        if (budget.parallel().incrementAndGet() < limits.parallel()) {
            return true;
        }
        budget.parallel().decrementAndGet();
        return false;
    }

    void endParallel() {
        budget.parallel().decrementAndGet();
    }
}
