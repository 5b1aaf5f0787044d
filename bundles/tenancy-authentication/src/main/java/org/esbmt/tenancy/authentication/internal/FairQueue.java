package org.esbmt.tenancy.authentication.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Few threads for expensive work, shared fairly: each lane is served in turn, however much waits in another. Offering
 * never blocks.
 *
 * @param <L> whose work it is
 */
final class FairQueue<L> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairQueue.class);

    /** For all that runs when this is closed. */
    private static final long MOST_MILLIS_TO_END = 5_000;

    private final int capacity;
    /** Of the capacity, for lanes with reserved places alone. */
    private final int reserved;

    private final int laneCapacity;
    private final List<Thread> threads = new ArrayList<>();

    private final Object lock = new Object();
    /** Guarded by lock: lanes with work, the next one first. */
    private final Map<L, Queue<Runnable>> lanes = new LinkedHashMap<>();
    /** Guarded by lock. */
    private int waiting;
    /** Guarded by lock. */
    private boolean closed;

    FairQueue(String name, int threadCount, int capacity, int laneCapacity) {
        this.capacity = capacity;
        this.reserved = capacity / 4;
        this.laneCapacity = laneCapacity;
        for (int i = 1; i <= threadCount; i++) {
            Thread thread = new Thread(this::work, name + "-" + i);
            thread.setDaemon(true);
            threads.add(thread);
        }
    }

    FairQueue<L> start() {
        threads.forEach(Thread::start);
        return this;
    }

    /** False, and nothing done, if the lane is full or the whole, but for its reserved places. */
    boolean offer(L lane, Runnable work) {
        return offer(lane, work, capacity - reserved);
    }

    /** False, and nothing done, if the lane or the whole is full. */
    boolean offerReserved(L lane, Runnable work) {
        return offer(lane, work, capacity);
    }

    private boolean offer(L lane, Runnable work, int most) {
        synchronized (lock) {
            Queue<Runnable> queue = lanes.get(lane);
            if (closed || waiting >= most || (queue != null && queue.size() >= laneCapacity)) {
                return false;
            }
            if (queue == null) {
                queue = new ArrayDeque<>();
                lanes.put(lane, queue);
            }
            queue.add(work);
            waiting++;
            lock.notify();
            return true;
        }
    }

    int waiting() {
        synchronized (lock) {
            return waiting;
        }
    }

    /**
     * Closes the queue. The caller runs the waiting work, so that no client waits for ever; the work must notice the
     * end itself. Running work ends before this returns, unless it takes long, because its resources are closed next.
     */
    @Override
    public void close() {
        List<Runnable> left = new ArrayList<>();
        synchronized (lock) {
            closed = true;
            lanes.values().forEach(left::addAll);
            lanes.clear();
            waiting = 0;
            lock.notifyAll();
        }
        left.forEach(FairQueue::run);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOST_MILLIS_TO_END);
        try {
            for (Thread thread : threads) {
                TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        while (true) {
            Runnable next;
            synchronized (lock) {
                while (lanes.isEmpty() && !closed) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
                if (closed) {
                    return;
                }
                next = takeNext();
            }
            run(next);
        }
    }

    /** Holding the lock. The lane that is served goes to the end. */
    private Runnable takeNext() {
        L lane = lanes.keySet().iterator().next();
        Queue<Runnable> queue = lanes.remove(lane);
        Runnable next = queue.remove();
        if (!queue.isEmpty()) {
            lanes.put(lane, queue);
        }
        waiting--;
        return next;
    }

    private static void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.error("A check of a credential ended unexpectedly.", e);
        }
    }
}
