package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Makes guessing slow: after {@value #FREE} failed attempts in a row the next ones for that login wait, each twice as
 * long as the one before, up to 5 s. Nobody is locked out for good. An attempt counts as failed from its beginning, so
 * that a thousand at once do not all pass as the first.
 */
final class LoginThrottle {
    private static final int FREE = 5;
    private static final int LOGINS = 10_000;
    private static final long FIRST_DELAY = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_DELAY = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_QUEUE = TimeUnit.SECONDS.toNanos(10);
    private static final long FORGET = TimeUnit.MINUTES.toNanos(15);

    /** How an attempt waits. */
    interface Pause {
        void nanos(long nanos) throws InterruptedException;
    }

    private final LongSupplier nanoTime;
    private final Pause pause;

    /** The least recently tried login first, which is forgotten when there are too many. Guarded by this. */
    private final Map<String, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > LOGINS;
        }
    };

    LoginThrottle(LongSupplier nanoTime, Pause pause) {
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.pause = requireNonNull(pause, "pause");
    }

    /** Waits for this attempt's turn; false, at once, if too many wait already: the password is not looked at then. */
    boolean admit(String login) {
        long wait = reserve(login);
        if (wait < 0) {
            return false;
        }
        try {
            if (wait > 0) {
                pause.nanos(wait);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    synchronized void succeeded(String login) {
        failures.remove(login);
    }

    private synchronized long reserve(String login) {
        long now = nanoTime.getAsLong();
        Failures entry = failures.computeIfAbsent(login, l -> new Failures(now));
        if (now - entry.next > FORGET) {
            entry.count = 0;
        }
        long start = Math.max(0, entry.next - now);
        if (start > LONGEST_QUEUE) {
            return -1;
        }
        entry.count++;
        entry.next = now + start + delay(entry.count);
        return start;
    }

    private static long delay(int failures) {
        int doublings = failures - FREE;
        return doublings < 0 ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY << Math.min(doublings, 10));
    }

    private static final class Failures {
        private int count;
        /** When the next attempt may begin, on the clock of {@link System#nanoTime}. */
        private long next;

        Failures(long now) {
            next = now;
        }
    }
}
