package org.esbmt.camel.se.internal.steps;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step.Combination;

/**
 * Makes one message of several, in the order of their numbers. Keeps no more of them than it needs. One thread at a
 * time.
 */
final class Combiner {
    private final Combination combination;
    private final StepServices services;
    private final TreeMap<Integer, ByteBuffer> fragments = new TreeMap<>();
    private long held;
    private int latestNumber = -1;
    private Message latest;
    private boolean over;

    Combiner(Combination combination, StepServices services) {
        this.combination = combination;
        this.services = services;
    }

    /** Whether {@link #add} needs {@link #fragment}. */
    static boolean reads(Combination combination) {
        return combination == Combination.COLLECT;
    }

    /** Bytes of fragments that there is still room for. */
    int left() {
        return (int) (services.limits().collectedBytes() - held);
    }

    /** Of the fragments that are kept. */
    int bytes() {
        return (int) held;
    }

    /** Whether the kept fragments are too large to be joined on a thread that others wait for. */
    boolean isLarge() {
        return Body.isLarge(held);
    }

    /**
     * The part of a result that is kept. It reads the result, so no lock may be held. A large body
     * ({@link Body#isLarge()}) needs a thread on which nobody waits.
     *
     * @param left bytes that there is still room for
     * @throws RouteFailure if the result cannot become a part of one message, or that would become too large
     */
    static ByteBuffer fragment(Message result, int left, StepServices services) throws RouteFailure {
        Body body = Copies.body(result);
        if (!body.isAtHand()) {
            throw new RouteFailure.Invalid("a message that is to be collected is not at hand");
        }
        Optional<ByteBuffer> fragment = Collected.fragment(body.bytes(), left);
        if (fragment.isEmpty()) {
            throw tooLarge(services);
        }
        return fragment.get();
    }

    private static RouteFailure tooLarge(StepServices services) {
        services.counters().tooLarge.increment();
        return new RouteFailure.Invalid(
                "what was collected is larger than " + services.limits().collectedBytes() + " bytes");
    }

    /**
     * Keeps the needed part of a result.
     *
     * @param fragment of it, if it {@link #reads}; else null
     * @throws RouteFailure if there is no room for it
     */
    void add(int number, Message result, ByteBuffer fragment) throws RouteFailure {
        switch (combination) {
            case ORIGINAL -> {}
            case LATEST -> {
                if (number > latestNumber) {
                    latestNumber = number;
                    latest = result;
                }
            }
            case COLLECT -> collect(number, fragment);
        }
    }

    private void collect(int number, ByteBuffer fragment) throws RouteFailure {
        int size = fragment.remaining();
        if (size > left()) {
            throw tooLarge(services);
        }
        services.room().holdBytes(size);
        held += size;
        fragments.put(number, fragment);
    }

    /** Gives the message the result of the others. */
    void finish(Exchange exchange) {
        switch (combination) {
            case ORIGINAL -> {}
            case LATEST -> {
                if (latest != null) {
                    exchange.setMessage(latest);
                }
            }
            case COLLECT -> exchange.getMessage().setBody(Collected.join(fragments.values()));
        }
    }

    /** Gives back the room of the kept fragments. */
    void release() {
        if (!over) {
            over = true;
            services.room().releaseBytes(held);
            fragments.clear();
            latest = null;
        }
    }
}
