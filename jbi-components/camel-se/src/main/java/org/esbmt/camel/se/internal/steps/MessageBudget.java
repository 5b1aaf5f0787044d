package org.esbmt.camel.se.internal.steps;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;

/**
 * How many exchanges may still become of one incoming message, and how many of them go on side by side. All that came of it
 * share it, groups included.
 */
final class MessageBudget {
    private static final String PROPERTY = "org.esbmt.camel.se.budget";

    private final int most;
    private final int mostBeside;
    private final AtomicInteger drawn = new AtomicInteger();
    private final AtomicInteger beside = new AtomicInteger();

    private MessageBudget(StepLimits limits) {
        most = limits.exchangesOfMessage();
        mostBeside = limits.parallel() - 1;
    }

    /** That of the exchange, which has one from its first such step on; copies of it have the same. */
    static MessageBudget of(Exchange exchange, StepLimits limits) {
        MessageBudget budget = exchange.getProperty(PROPERTY, MessageBudget.class);
        if (budget == null) {
            budget = new MessageBudget(limits);
            exchange.setProperty(PROPERTY, budget);
        }
        return budget;
    }

    /**
     * Takes one.
     *
     * @return how many were drawn, with this one
     * @throws RouteFailure.Invalid if there is none left
     */
    int draw(StepCounters counters) throws RouteFailure {
        int now = drawn.incrementAndGet();
        if (now > most) {
            drawn.decrementAndGet();
            counters.tooManyExchanges.increment();
            throw new RouteFailure.Invalid("the message would become more than " + most + " exchanges");
        }
        return now;
    }

    /**
     * Whether one more exchange may go on beside others of the same step; if so, {@link #endBeside} must follow. The one
     * exchange that a step may always have under way needs no leave, so that no step waits for another. Without this bound a
     * parallel step in a parallel step would fill the tenant's queue with one message.
     */
    boolean tryBeside() {
        if (beside.incrementAndGet() <= mostBeside) {
            return true;
        }
        beside.decrementAndGet();
        return false;
    }

    void endBeside() {
        beside.decrementAndGet();
    }
}
