package org.esbmt.camel.se.internal.engine;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;

/**
 * What everything has in common that comes of one incoming message, through all routes and all hops over the bus. It bounds
 * how often routes call routes and providers: without, two calls in each of forty routes would make 2^40 of one message.
 * Any thread.
 */
public final class Journey {
    /** Calls one after the other, on a thread that others may wait for; parts and copies of a message have their own. */
    static final int CALLS_IN_A_ROW = 1_000;

    /** Calls of all together. */
    static final int CALLS = 100_000;

    /**
     * Steps that change a message until the message waits for its tenant's turn: what it does on a thread that others may
     * wait for.
     */
    private static final int STEPS_OF_A_TURN = 1_024;

    /** A call counts as so many steps. */
    private static final int CALL = 64;

    /** Of all branches. */
    private static final class Shared {
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger exchanges = new AtomicInteger();
        final AtomicInteger beside = new AtomicInteger();
    }

    private final Shared shared;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();
    private final AtomicInteger readAhead = new AtomicInteger();

    private Journey(Shared shared) {
        this.shared = shared;
    }

    /** That of the exchange, which has one from the first question on. */
    public static Journey of(Exchange exchange) {
        Journey journey = exchange.getProperty(MessageProperties.JOURNEY, Journey.class);
        if (journey == null) {
            journey = new Journey(new Shared());
            exchange.setProperty(MessageProperties.JOURNEY, journey);
        }
        return journey;
    }

    /** Has the exchange go on with what came over the bus; nothing came if it is something else. */
    static void goOn(Exchange exchange, Object came) {
        if (came instanceof Journey journey) {
            exchange.setProperty(MessageProperties.JOURNEY, journey);
        }
    }

    /** Has a part or copy count its own calls in a row; all else it shares with what it was made of. */
    public static void branch(Exchange copy) {
        copy.setProperty(MessageProperties.JOURNEY, new Journey(of(copy).shared));
    }

    /** Exchanges that became of the message by its steps. */
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
