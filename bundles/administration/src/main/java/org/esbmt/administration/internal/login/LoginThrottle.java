package org.esbmt.administration.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.Login;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * Slows down the guessing of passwords. After {@value #FREE} failed attempts in a row the next ones for that login
 * wait. Each wait is twice as long as the one before, up to 5 s. No login is locked for good. An attempt counts as
 * failed from its beginning, so that a thousand concurrent ones do not all pass as the first.
 *
 * <p>Each way in counts its own failures, and so does each source on it, so an attacker locks nobody else out. All
 * sources of a way together have {@value #FREE_IN_ALL} failed attempts at a login, and then one a second. So many
 * addresses do not circumvent the limit. A source with an earlier successful login by this way does not share that
 * limit. An attacker at other addresses, however many, does not use up its attempts. If few threads serve all callers,
 * a source with less than {@value #FREE} failures waits for its turn in the common limit. So an attacker with few
 * addresses cannot take every one of these turns.
 */
@Component(service = LoginThrottle.class)
public final class LoginThrottle {
    private static final int FREE = 5;
    private static final int FREE_IN_ALL = 50;
    private static final int KEPT = 20_000;
    /** Characters; more than any tenant's name, '/' and login have. */
    private static final int LONGEST_LOGIN = 2 * Login.MAX_LENGTH;

    private static final long FIRST_DELAY = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONGEST_DELAY = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_DELAY_IN_ALL = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_QUEUE = TimeUnit.SECONDS.toNanos(10);
    private static final long FORGET = TimeUnit.MINUTES.toNanos(15);

    /** Lets an attempt wait. */
    public interface Pause {
        void nanos(long nanos) throws InterruptedException;
    }

    /**
     * An attempt at a password.
     *
     * @param way the way in, such as a port or a command
     * @param source its network address or user; empty if unknown
     * @param login the login whose password is tried. All texts longer than any possible login count as one, and need
     *     no memory
     */
    record Attempt(String way, String source, String login) {
        Attempt {
            requireNonNull(way, "way");
            requireNonNull(source, "source");
            login = login.length() > LONGEST_LOGIN ? "" : login;
        }
    }

    /** Attempts at one login by one way, from everywhere. */
    private record InAll(String way, String login) {}

    private final LongSupplier nanoTime;
    private final Pause pause;
    /**
     * The permit of the one attempt that may wait if few threads serve all callers. The other threads stay free,
     * whatever logins are tried.
     */
    private final Semaphore waiter = new Semaphore(1);

    /**
     * Failures by {@link Attempt} and {@link InAll}, the least recently tried first; these are forgotten when there are
     * too many.
     */
    private final Map<Object, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Failures> eldest) {
            return size() > KEPT;
        }
    };

    /** The sources from which a login succeeded; the oldest are forgotten when there are too many. */
    private final Map<Attempt, Boolean> proven = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Attempt, Boolean> eldest) {
            return size() > KEPT;
        }
    };

    @Activate
    public LoginThrottle() {
        this(System::nanoTime, TimeUnit.NANOSECONDS::sleep);
    }

    public LoginThrottle(LongSupplier nanoTime, Pause pause) {
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.pause = requireNonNull(pause, "pause");
    }

    /** Waits for this attempt's turn. False, at once, if too many wait already; then the password is not checked. */
    boolean admit(Attempt attempt) {
        return waited(reserve(attempt, LONGEST_QUEUE));
    }

    private boolean waited(long wait) {
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

    /**
     * Waits as {@link #admit} does, where few threads serve all callers. False, too, if it is not the attempt's turn. Only a
     * source that has free failures left waits for its turn, for a second at most, and one such attempt at a time.
     */
    boolean admitSoon(Attempt attempt) {
        if (admitAtOnce(attempt)) {
            return true;
        }
        if (!hasFreeFailures(attempt) || !waiter.tryAcquire()) {
            return false;
        }
        try {
            return waited(reserve(attempt, LONGEST_DELAY_IN_ALL));
        } finally {
            waiter.release();
        }
    }

    private synchronized boolean hasFreeFailures(Attempt attempt) {
        return of(attempt, nanoTime.getAsLong()).count < FREE;
    }

    /** Admits an attempt that must not wait. False, too, if it is not the attempt's turn. */
    boolean admitAtOnce(Attempt attempt) {
        return reserve(attempt, 0) == 0;
    }

    /** Notes that the password was right. The failures of others stay counted. */
    synchronized void succeeded(Attempt attempt) {
        failures.remove(attempt);
        if (proven.put(attempt, true) != null) {
            return;
        }
        Failures inAll = failures.get(inAll(attempt));
        if (inAll != null && inAll.count > 0) {
            inAll.count--;
        }
    }

    private synchronized long reserve(Attempt attempt, long longest) {
        long now = nanoTime.getAsLong();
        Failures own = of(attempt, now);
        if (proven.containsKey(attempt)) {
            long left = own.left(now);
            if (left > longest) {
                return -1;
            }
            own.add(now + left, FREE, LONGEST_DELAY);
            return left;
        }
        Failures inAll = of(inAll(attempt), now);
        long start = Math.max(own.left(now), inAll.left(now));
        if (start > longest) {
            return -1;
        }
        own.add(now + start, FREE, LONGEST_DELAY);
        inAll.add(now + inAll.left(now), FREE_IN_ALL, LONGEST_DELAY_IN_ALL);
        return start;
    }

    private static InAll inAll(Attempt attempt) {
        return new InAll(attempt.way(), attempt.login());
    }

    private Failures of(Object key, long now) {
        Failures entry = failures.computeIfAbsent(key, k -> new Failures(now));
        if (now - entry.next > FORGET) {
            entry.count = 0;
        }
        return entry;
    }

    private static final class Failures {
        private int count;
        /** When the next attempt may begin, on the clock of {@link System#nanoTime}. */
        private long next;

        Failures(long now) {
            next = now;
        }

        long left(long now) {
            return Math.max(0, next - now);
        }

        void add(long start, int free, long longest) {
            count++;
            int doublings = count - free;
            next = start + (doublings < 0 ? 0 : Math.min(longest, FIRST_DELAY << Math.min(doublings, 10)));
        }
    }
}
