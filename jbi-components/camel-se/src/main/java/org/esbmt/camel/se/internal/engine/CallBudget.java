package org.esbmt.camel.se.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;

/**
 * The budget of calls that all exchanges of one incoming message share, through all routes and all hops over the bus.
 * It bounds how often routes call routes and providers. Without it, two calls in each of forty routes would make 2^40
 * calls of one message. Any thread.
 */
public final class CallBudget {
    /** Calls one after the other, on a thread that others may wait for; parts and copies of a message have their own. */
    static final int CALLS_IN_A_ROW = 1_000;

    /** Calls of all together. */
    static final int CALLS = 100_000;

    /** Runs of all loops, of all together. */
    static final int RUNS = 10_000;

    /** Steps of a message, on a thread that others may wait for, until the message waits for its tenant's turn. */
    private static final int STEPS_OF_A_TURN = 1_024;

    /** A call counts as so many steps. */
    private static final int CALL = 64;

    /** Counters that all branches share. */
    private static final class Shared {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger exchanges = new AtomicInteger();
        final AtomicInteger beside = new AtomicInteger();
    }

    private final Shared shared;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger readAhead = new AtomicInteger();

    private CallBudget(Shared shared) {
        this.shared = shared;
    }

    /** The budget of the exchange; the first call makes it. */
    public static CallBudget of(Exchange exchange) {
        CallBudget budget = exchange.getProperty(ExchangeProperties.CALL_BUDGET, CallBudget.class);
        if (budget == null) {
            budget = new CallBudget(new Shared());
            exchange.setProperty(ExchangeProperties.CALL_BUDGET, budget);
        }
        return budget;
    }

    /** Gives the exchange the budget that came over the bus. An object of another type counts as none. */
    static void goOn(Exchange exchange, Object came) {
        if (came instanceof CallBudget budget) {
            exchange.setProperty(ExchangeProperties.CALL_BUDGET, budget);
        }
    }

    /** Makes a part or copy count its own calls in a row. It shares all other counters with its original. */
    public static void branch(Exchange copy) {
        copy.setProperty(ExchangeProperties.CALL_BUDGET, new CallBudget(of(copy).shared));
    }

    /** Exchanges that steps have made of the message. */
    public AtomicInteger exchanges() {
        return shared.exchanges;
    }

    /** Of these, how many go on beside others. */
    public AtomicInteger beside() {
        return shared.beside;
    }

    /**
     * A route calls a route or a provider.
     *
     * @return whether the message is to wait for its tenant's turn
     * @throws RouteFailure.Invalid if that is too often
     */
    boolean call() throws RouteFailure {
        if (calls.incrementAndGet() > CALLS_IN_A_ROW) {
            throw tooMany(CALLS_IN_A_ROW + " routes and providers one after the other");
        }
        if (shared.calls.incrementAndGet() > CALLS) {
            throw tooMany(CALLS + " routes and providers");
        }
        return took(CALL);
    }

    /**
     * A loop begins a run of its steps.
     *
     * @param steps of the run
     * @return whether the message is to wait for its tenant's turn
     * @throws RouteFailure.Invalid if that is too often
     */
    boolean run(int steps) throws RouteFailure {
        if (shared.runs.incrementAndGet() > RUNS) {
            throw new RouteFailure.Invalid("the loops of the message have run more than " + RUNS + " times");
        }
        return took(steps);
    }

    /** A step has changed the message. Returns whether the message is to wait for its tenant's turn. */
    boolean step() {
        return took(1);
    }

    private boolean took(int more) {
        if (steps.addAndGet(more) < STEPS_OF_A_TURN) {
            return false;
        }
        steps.set(0);
        return true;
    }

    /** Bytes that were read of bodies where others wait, those that were read several times as often. */
    int readAhead() {
        return readAhead.get();
    }

    void readAhead(int more) {
        readAhead.addAndGet(more);
    }

    private static RouteFailure tooMany(String what) {
        return new RouteFailure.Invalid("the message has called more than " + what);
    }
}
