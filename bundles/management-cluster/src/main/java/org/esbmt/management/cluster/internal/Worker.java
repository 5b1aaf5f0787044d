package org.esbmt.management.cluster.internal;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A background thread of the cluster. It runs {@link #work} once, until {@link #close}. {@link #pause} ends early at the close. */
abstract class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stopped = lock.newCondition();
    /** Guarded by lock. */
    private boolean stopping;

    Worker(String name) {
        thread = new Thread(this::work, name);
        thread.setDaemon(true);
    }

    final void start() {
        thread.start();
    }

    /** Called once, in the thread; returns once {@link #isStopping} is true. */
    abstract void work();

    final boolean isStopping() {
        lock.lock();
        try {
            return stopping;
        } finally {
            lock.unlock();
        }
    }

    final void pause(Duration time) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (!stopping && left > 0) {
                left = stopped.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // No code interrupts this thread on purpose; a stray interrupt must not end it.
            LOG.debug("The thread ignores an interrupt.", e);
        } finally {
            lock.unlock();
        }
    }

    /** Stops the thread, and stops waiting for its end after a time limit. */
    @Override
    public void close() {
        lock.lock();
        try {
            stopping = true;
            stopped.signalAll();
        } finally {
            lock.unlock();
        }
        woken();
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, STOP_LIMIT.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.error(
                    "{} has not ended after {} s; the stop continues without it.",
                    thread.getName(),
                    STOP_LIMIT.toSeconds());
        }
    }

    /** Wakes a thread that waits outside of {@link #pause}, so that it checks {@link #isStopping}. */
    void woken() {}
}
