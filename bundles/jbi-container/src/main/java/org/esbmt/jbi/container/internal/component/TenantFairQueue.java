package org.esbmt.jbi.container.internal.component;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.servicemix.nmr.core.ChannelClosedException;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;

/**
 * The queue of a component that receives its exchanges by {@code accept()}. It has one lane for each tenant and one for
 * the plain world, each with its own limit, served in turns. No sender waits for room: a full lane refuses new requests
 * at once. So a tenant that sends too much stalls neither the others nor the sending thread. Replies and
 * acknowledgements always fit; there are never more of them than accepted requests.
 *
 * <p>Any thread. The lock is held for a few instructions only.
 */
final class TenantFairQueue<E> {
    private final int requestsPerLane;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition some = lock.newCondition();
    private final Map<Owner, Lane<E>> lanes = new HashMap<>();
    private final Queue<Lane<E>> turns = new ArrayDeque<>();
    private boolean closed;

    TenantFairQueue(int requestsPerLane) {
        if (requestsPerLane < 1) {
            throw new IllegalArgumentException(
                    "a lane must have room for 1 request or more, but has for " + requestsPerLane);
        }
        this.requestsPerLane = requestsPerLane;
    }

    /**
     * @throws OverloadedException if the owner's lane is full of requests
     * @throws ChannelClosedException after {@link #close}
     */
    void addRequest(Owner owner, E request) {
        add(owner, new Entry<>(request, true));
    }

    /** @throws ChannelClosedException after {@link #close} */
    void addAnswer(Owner owner, E answer) {
        add(owner, new Entry<>(answer, false));
    }

    private void add(Owner owner, Entry<E> entry) {
        lock.lock();
        try {
            if (closed) {
                throw new ChannelClosedException();
            }
            Lane<E> lane = lanes.get(owner);
            if (lane == null) {
                lane = new Lane<>(owner);
                lanes.put(owner, lane);
                turns.add(lane);
            }
            if (entry.isRequest && lane.requests >= requestsPerLane) {
                throw new OverloadedException(
                        requestsPerLane + " requests of " + owner + " are waiting already; try again later");
            }
            lane.add(entry);
            some.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the oldest exchange of the next lane; empty after {@link #close}. */
    Optional<E> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (turns.isEmpty() && !closed) {
                some.await();
            }
            return next();
        } finally {
            lock.unlock();
        }
    }

    /** The oldest exchange of the next lane; empty after the timeout, and after {@link #close}. */
    Optional<E> poll(long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (turns.isEmpty() && !closed && left > 0) {
                left = some.awaitNanos(left);
            }
            return next();
        } finally {
            lock.unlock();
        }
    }

    private Optional<E> next() {
        Lane<E> lane = turns.poll();
        if (lane == null) {
            return Optional.empty();
        }
        E next = lane.poll();
        if (lane.entries.isEmpty()) {
            lanes.remove(lane.owner); // empty lanes of thousands of tenants must not accumulate
        } else {
            turns.add(lane);
        }
        return Optional.of(next);
    }

    /**
     * Closes the queue and wakes all waiting threads. Returns the exchanges that were not accepted; empty at a second
     * call.
     */
    List<E> close() {
        lock.lock();
        try {
            closed = true;
            List<E> left = new ArrayList<>();
            for (Optional<E> e = next(); e.isPresent(); e = next()) {
                left.add(e.get());
            }
            some.signalAll();
            return left;
        } finally {
            lock.unlock();
        }
    }

    private record Entry<E>(E element, boolean isRequest) {}

    private static final class Lane<E> {
        private final Owner owner;
        private final Deque<Entry<E>> entries = new ArrayDeque<>();
        private int requests;

        private Lane(Owner owner) {
            this.owner = owner;
        }

        private void add(Entry<E> entry) {
            entries.add(entry);
            requests += entry.isRequest ? 1 : 0;
        }

        private E poll() {
            Entry<E> entry = entries.remove();
            requests -= entry.isRequest ? 1 : 0;
            return entry.element;
        }
    }
}
