package org.esbmt.embedded.broker.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts a broker, or opens the connection to one, in a thread of its own, and again after each end. After failures the
 * delay doubles from a second to a minute.
 */
final class ReconnectLoop {

    /** One life of the broker or connection. */
    interface Life extends AutoCloseable {

        /** The sentence to log after its begin. */
        String sentence();

        @Override
        void close();
    }

    /** Begins a life. Called by the loop's thread. */
    interface Beginning {

        /**
         * Returns after a successful begin.
         *
         * @param end to be called, from any thread, when the life has ended by itself
         * @throws BrokerProblem with a sentence about the reason of the failure
         */
        Life begin(End end) throws BrokerProblem;
    }

    /** Reports the end of a life by itself. */
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
     * Creates the loop; {@link #start} starts it.
     *
     * @param name the name of the broker or connection, at the beginning of a sentence
     * @param proven a life of this length is no failure
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

    /**
     * Ends the loop and waits, no longer than the limit. An interrupt is restored afterwards: the thread must end
     * first.
     */
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

    /** @return true if the life had begun */
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
            // No code interrupts this thread; an interrupt must not end the loop.
            LOG.debug("An interrupt of the loop is not followed.", e);
        } finally {
            lock.unlock();
        }
    }

    /** The end of one life, by itself or by closing the loop. */
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
