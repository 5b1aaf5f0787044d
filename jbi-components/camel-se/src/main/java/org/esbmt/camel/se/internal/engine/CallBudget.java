package org.esbmt.camel.se.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;

/**
 * The counters of one incoming message. All its exchanges share them, through all routes and all hops over the bus.
 * They bound the calls from routes to routes and providers, and the runs of loops. Without a bound, two calls in each of
 * forty routes would make 2^40 calls of one message. The counted steps also decide when the message waits for its
 * tenant's turn. Thread-safe.
 */
public final class CallBudget {
    /**
     * The largest number of successive calls, on a thread that others may need; each part or copy of a message has its
     * own count.
     */
    static final int CALLS_IN_A_ROW = 1_000;

    /** The largest number of calls of all branches together. */
    static final int CALLS = 100_000;

    /** The largest number of runs of all loops, of all branches together. */
    static final int RUNS = 10_000;

    /** The largest number of steps of a message in one turn of its tenant on a shared thread. */
    private static final int STEPS_OF_A_TURN = 1_024;

    /** The number of steps that a call counts as. */
    private static final int CALL = 64;

    /** Counters that all branches share. */
    private static final class Shared {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger exchanges = new AtomicInteger();
        final AtomicInteger parallel = new AtomicInteger();
    }

    private final Shared shared;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger readAhead = new AtomicInteger();

    private CallBudget(Shared shared) {
        this.shared = shared;
    }

    /** The budget of the exchange; the first call creates it. */
    public static CallBudget of(Exchange exchange) {
        CallBudget budget = exchange.getProperty(ExchangeProperties.CALL_BUDGET, CallBudget.class);
        if (budget == null) {
            budget = new CallBudget(new Shared());
            exchange.setProperty(ExchangeProperties.CALL_BUDGET, budget);
        }
        return budget;
    }

    /** Gives the exchange the budget that arrived over the bus. An object of another type is ignored. */
    static void adopt(Exchange exchange, Object came) {
        if (came instanceof CallBudget budget) {
            exchange.setProperty(ExchangeProperties.CALL_BUDGET, budget);
        }
    }

    /** Makes a part or copy count its own calls in a row. It shares all other counters with its original. */
    public static void branch(Exchange copy) {
        copy.setProperty(ExchangeProperties.CALL_BUDGET, new CallBudget(of(copy).shared));
    }

    /** The number of exchanges that steps have made of the message. */
    public AtomicInteger exchanges() {
        return shared.exchanges;
    }

    /** The number of these exchanges that run in parallel to others. */
    public AtomicInteger parallel() {
        return shared.parallel;
    }

    /**
     * Counts a call of a route or a provider.
     *
     * @return true if the message must wait for its tenant's turn
     * @throws RouteFailure.Invalid above the limit
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
     * Counts a run of a loop.
     *
     * @param steps the steps of the run
     * @return true if the message must wait for its tenant's turn
     * @throws RouteFailure.Invalid above the limit
     */
    boolean run(int steps) throws RouteFailure {
        if (shared.runs.incrementAndGet() > RUNS) {
            throw new RouteFailure.Invalid("the loops of the message have run more than " + RUNS + " times");
        }
        return took(steps);
    }

    /** Counts a step that has changed the message. Returns true if the message must wait for its tenant's turn. */
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

    /** The bytes of bodies that were read on event loops; a byte that was read several times counts as often. */
    int readAhead() {
        return readAhead.get();
    }

    void readAhead(int more) {
        readAhead.addAndGet(more);
    }

    private static RouteFailure tooMany(String targets) {
        return new RouteFailure.Invalid("the message has called more than " + targets);
    }
}
