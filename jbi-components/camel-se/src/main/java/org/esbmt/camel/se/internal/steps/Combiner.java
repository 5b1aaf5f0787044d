package org.esbmt.camel.se.internal.steps;

import java.nio.ByteBuffer;
import java.util.TreeMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step.Combination;
import org.esbmt.jbi.container.api.content.BytesSource;

/**
 * Makes one message of several: their order is that of their numbers, whichever comes first. Keeps no more of them than
 * it needs. One thread at a time.
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

    /** @throws RouteFailure if the result cannot become a part of one message, or that would become too large */
    void add(int number, Message result) throws RouteFailure {
        switch (combination) {
            case ORIGINAL -> {}
            case LATEST -> {
                if (number > latestNumber) {
                    latestNumber = number;
                    latest = result;
                }
            }
            case COLLECT -> collect(number, result);
        }
    }

    private void collect(int number, Message result) throws RouteFailure {
        Body body = Copies.body(result);
        if (!body.isAtHand()) {
            throw new RouteFailure.Invalid("a message that is to be collected is not at hand");
        }
        BytesSource bytes = body.bytes();
        ByteBuffer fragment = Collected.fragment(bytes);
        int size = fragment.remaining();
        if (held + size > services.limits().collectedBytes()) {
            services.counters().tooLarge.increment();
            throw new RouteFailure.Invalid(
                    "what was collected is larger than " + services.limits().collectedBytes() + " bytes");
        }
        services.room().holdBytes(size);
        held += size;
        fragments.put(number, fragment);
    }

    /** Gives the message what has become of the others. */
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

    /** Gives back the room of what was kept. */
    void release() {
        if (!over) {
            over = true;
            services.room().releaseBytes(held);
            fragments.clear();
            latest = null;
        }
    }
}
