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
 * Combines several messages into one, in the order of their numbers. Keeps no more of them than it needs. Confined to
 * one thread at a time.
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

    /** Returns true if {@link #add} needs {@link #fragment}. */
    static boolean reads(Combination combination) {
        return combination == Combination.COLLECT;
    }

    /** The number of bytes of fragments for which there is still room. */
    int left() {
        return (int) (services.limits().collectedBytes() - held);
    }

    /** The size of the kept fragments. */
    int bytes() {
        return (int) held;
    }

    /** Returns true if the kept fragments are too large to be joined on a shared thread. */
    boolean isLarge() {
        return Body.isLarge(held);
    }

    /**
     * The part of a result that is kept. It reads the result, so no lock may be held. A large body ({@link
     * Body#isLarge()}) needs a thread of its own.
     *
     * @param left the number of bytes for which there is still room
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
                "the collected message is larger than " + services.limits().collectedBytes() + " bytes");
    }

    /**
     * Keeps the needed part of a result.
     *
     * @param fragment the fragment of the result, if the combination {@link #reads} it; else null
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

    /** Sets the combined result in the message. */
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

    /** Releases the room of the kept fragments. */
    void release() {
        if (!over) {
            over = true;
            services.room().releaseBytes(held);
            fragments.clear();
            latest = null;
        }
    }
}
