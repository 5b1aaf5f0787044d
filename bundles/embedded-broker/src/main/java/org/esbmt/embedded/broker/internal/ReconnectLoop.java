package org.esbmt.embedded.broker.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a broker, or the connection to one, up in a thread of its own, and again each time that it ends; after failures
 * with a delay that doubles from a second to a minute.
 */
final class ReconnectLoop {

    /** One life of the connected part. */
    interface Life extends AutoCloseable {

        /** The sentence to log when it has begun. */
        String sentence();

        @Override
        void close();
    }

    /** Begins a life. Called by the loop's thread. */
    interface Beginning {

        /**
         * Returns when it is up.
         *
         * @param end to be called, from any thread, when the life has ended of itself
         * @throws BrokerProblem with a sentence that says why it is not
         */
        Life begin(End end) throws BrokerProblem;
    }

    /** How a life says that it ended of itself. */
    interface End {

        /**
         * Ends the life; the first reason counts.
         *
         * @param reason a sentence for the operator
         */
        void because(String reason);
    }

    private static final Logger LOG = LoggerFactory.getLogger(ReconnectLoop.class);

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final String name;
    private final Beginning beginning;
    private final Availability availability;
    private final Duration proven;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Guarded by lock. */
    private boolean closing;

    /**
     * Does nothing before it is {@linkplain #start started}.
     *
     * @param name of what is kept up, as a sentence begins
     * @param proven a life as long as this is no failure
     */
    ReconnectLoop(String name, Beginning beginning, Availability availability, Duration proven) {
        this.name = requireNonNull(name, "name");
        this.beginning = requireNonNull(beginning, "beginning");
        this.availability = requireNonNull(availability, "availability");
        this.proven = requireNonNull(proven, "proven");
        this.thread = new Thread(this::run, "esbmt-message-broker");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends it and waits, no longer than the limit. An interrupt is kept for later: the thread must not be left behind. */
    void close(Duration limit) {
        lock.lock();
        try {
            closing = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + limit.toNanos();
        long left = limit.toNanos();
        while (thread.isAlive() && left > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = end - System.nanoTime();
        }
        if (thread.isAlive()) {
            LOG.error("{} did not stop within {} s and is left to itself.", name, limit.toSeconds());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        Duration delay = FIRST;
        while (!isClosing()) {
            long began = System.nanoTime();
            if (live() && System.nanoTime() - began >= proven.toNanos()) {
                delay = FIRST;
            }
            pause(delay);
            delay = delay.multipliedBy(2).compareTo(LONGEST) > 0 ? LONGEST : delay.multipliedBy(2);
        }
        availability.stopped();
    }

    /** @return whether it was up */
    private boolean live() {
        Ended ended = new Ended();
        boolean up = false;
        try (Life life = beginning.begin(ended)) {
            up = true;
            availability.up(life.sentence());
            ended.await();
            if (ended.reason != null) {
                availability.down(ended.reason);
            } else {
                availability.stopped();
            }
        } catch (BrokerProblem e) {
            availability.down(e.getMessage());
            LOG.debug("Cause of the broker's problem:", e);
        } catch (RuntimeException e) {
            availability.down(name + " failed: " + e + ".");
            LOG.debug("Unexpected failure:", e);
        }
        return up;
    }

    private boolean isClosing() {
        lock.lock();
        try {
            return closing;
        } finally {
            lock.unlock();
        }
    }

    private void pause(Duration time) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (!closing && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            // Nobody has a reason to; it must not end what is kept up.
            LOG.debug("An interrupt of the loop is not followed.", e);
        } finally {
            lock.unlock();
        }
    }

    /** The end of one life, of itself or because the loop is closed. */
    private final class Ended implements End {
        /** Guarded by lock until the life is over. */
        private String reason;

        @Override
        public void because(String why) {
            lock.lock();
            try {
                if (reason == null) {
                    reason = requireNonNull(why, "why");
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }

        void await() {
            lock.lock();
            try {
                while (!closing && reason == null) {
                    changed.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
