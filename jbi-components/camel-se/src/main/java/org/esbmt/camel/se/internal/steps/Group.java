package org.esbmt.camel.se.internal.steps;

import java.nio.ByteBuffer;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.esbmt.camel.se.internal.engine.Body;
import org.esbmt.camel.se.internal.engine.DetachedCopies;
import org.esbmt.camel.se.internal.engine.RouteFailure;
import org.esbmt.camel.se.internal.model.Step.Combination;
import org.esbmt.camel.se.internal.work.Waiting;

/**
 * The exchanges of one group, until it is complete. Confined to one thread at a time: threads that add to it hold the
 * lock of {@link AggregateStep}. The thread that has removed it from there owns it.
 */
final class Group {
    private final Combination combination;
    private final StepServices services;
    private final DetachedCopies copies;
    private final Combiner combiner;
    private int exchanges;
    private long firstBytes;
    private long lastBytes;
    private Message first;
    private Exchange last;
    private long addedAt;
    /** Null if the group has no timeout. */
    Waiting timer;

    Group(Combination combination, StepServices services, DetachedCopies copies) {
        this.copies = copies;
        this.combination = combination;
        this.services = services;
        this.combiner = new Combiner(combination, services);
    }

    /** {@link System#nanoTime} of the last exchange. */
    long addedAt() {
        return addedAt;
    }

    int size() {
        return exchanges;
    }

    /** The number of bytes of fragments for which there is still room. */
    int left() {
        return combiner.left();
    }

    /**
     * Keeps a copy of an exchange.
     *
     * @param fragment the fragment of its message, if the combination needs it ({@link Combiner#reads}); else null
     * @throws RouteFailure if there is no room for it; then the group is unchanged
     */
    void add(Exchange exchange, ByteBuffer fragment) throws RouteFailure {
        if (exchanges >= services.limits().exchangesOfGroup()) {
            throw services.room().full("the group has " + exchanges + " messages already");
        }
        Exchange copy = Copies.of(exchange);
        Copies.settle(copy);
        copies.detach(copy);
        // the headers stay even if the body is released: the last message always counts in full
        int bytes = Copies.body(copy.getMessage()).bytes().length();
        services.room().holdBytes(bytes);
        try {
            combiner.add(exchanges, copy.getMessage(), fragment);
        } catch (RouteFailure e) {
            services.room().releaseBytes(bytes);
            throw e;
        }
        keep(copy, bytes);
        addedAt = System.nanoTime();
        exchanges++;
    }

    private void keep(Exchange copy, int bytes) {
        if (combination != Combination.LATEST) {
            boolean keepsBody = combination == Combination.ORIGINAL && exchanges == 0;
            if (exchanges == 0) {
                first = copy.getMessage().copy();
            }
            if (keepsBody) {
                firstBytes = bytes;
            } else if (exchanges == 0) {
                first.setBody(Body.EMPTY);
            }
            copy.getMessage().setBody(Body.EMPTY);
        }
        boolean countedAsFirst = firstBytes > 0 && exchanges == 0;
        services.room().releaseBytes(lastBytes);
        lastBytes = countedAsFirst ? 0 : bytes;
        last = copy;
    }

    /** The last exchange. */
    Exchange last() {
        return last;
    }

    /** The exchange of the whole group, on behalf of the sender of the last one. */
    Exchange complete() {
        if (first != null) {
            last.setMessage(first);
        }
        combiner.finish(last);
        return last;
    }

    /** Releases the room of the kept exchanges. */
    void release() {
        combiner.release();
        services.room().releaseBytes(firstBytes + lastBytes);
        firstBytes = 0;
        lastBytes = 0;
    }
}
