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
 * Runs expensive work on few threads, in fair shares: each lane is served in turn, however much work waits in another.
 * Offering never blocks.
 *
 * @param <L> the lane of a piece of work, such as a tenant
 */
final class FairQueue<L> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairQueue.class);

    /** The longest wait of the bus for running work when the queue is closed. */
    private static final long MOST_MILLIS_TO_END = 5_000;

    private final int capacity;
    /** The part of the capacity for lanes with reserved places alone. */
    private final int reserved;

    private final int laneCapacity;
    private final long mostMillisToEnd;
    private final List<Thread> threads = new ArrayList<>();

    private final Object lock = new Object();
    /** Guarded by lock: lanes with work, the next one first. */
    private final Map<L, Queue<Runnable>> lanes = new LinkedHashMap<>();
    /** Guarded by lock. */
    private int waiting;
    /** Guarded by lock. */
    private boolean closed;

    FairQueue(String name, int threadCount, int capacity, int laneCapacity) {
        this(name, threadCount, capacity, laneCapacity, MOST_MILLIS_TO_END);
    }

    /** @param mostMillisToEnd the longest wait for running work when the queue is closed */
    FairQueue(String name, int threadCount, int capacity, int laneCapacity, long mostMillisToEnd) {
        this.mostMillisToEnd = mostMillisToEnd;
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

    /** Returns false, without effect, if the lane is full, or all places except the reserved ones are taken. */
    boolean offer(L lane, Runnable work) {
        return offer(lane, work, capacity - reserved);
    }

    /** Returns false, without effect, if the lane or the whole queue is full. */
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
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(mostMillisToEnd);
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

    /** Called under the lock. The served lane moves to the end. */
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
