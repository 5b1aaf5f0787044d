package org.esbmt.camel.se.internal.steps;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.esbmt.camel.se.internal.engine.RouteFailure;

/** How many exchanges may still become of one incoming message. All that came of it share it, groups included. */
final class MessageBudget {
    private static final String PROPERTY = "org.esbmt.camel.se.budget";

    private final int most;
    private final AtomicInteger drawn = new AtomicInteger();

    private MessageBudget(int most) {
        this.most = most;
    }

    /** That of the exchange, which has one from its first such step on; copies of it have the same. */
    static MessageBudget of(Exchange exchange, StepLimits limits) {
        MessageBudget budget = exchange.getProperty(PROPERTY, MessageBudget.class);
        if (budget == null) {
            budget = new MessageBudget(limits.exchangesOfMessage());
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
}
