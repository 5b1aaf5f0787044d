package org.esbmt.administration.http.internal.work;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.esbmt.http.api.Response;
import org.esbmt.http.api.edge.ConnectionPolicy;

/**
 * The pace of sources that prove nothing. A source has a number of requests without a proven credential at once, and then
 * so many a second: the answers to more of them wait. A source with waiting answers also gets new connections at that
 * pace. So a source cannot choose how much of the processor it uses. Usable on any thread; never blocks.
 *
 * <p>The account of a source is a virtual schedule, as the generic cell rate algorithm of ITU-T I.371 keeps it.
 */
public final class UnprovenPace implements ConnectionPolicy {
    /** Seconds of the pace that a source has at once. */
    private static final int BURST_SECONDS = 5;

    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_SOURCES = 20_000;

    private final long interval;
    private final long burst;
    private final Predicate<InetAddress> proxies;
    private final LongSupplier nanoTime;

    /** By lane, the least recently used one first; guarded by this. */
    private final Map<Lane, Account> accounts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Lane, Account> eldest) {
            return size() > MOST_SOURCES;
        }
    };

    /** The times at which the next request and the next connection are due. */
    private static final class Account {
        private long request;
        private long connection;

        private Account(long now) {
            request = now;
            connection = now;
        }
    }

    /**
     * @param perSecond requests of a source; 0 for no limit
     * @param proxies addresses that connect for others, whose connections are not judged
     */
    public UnprovenPace(int perSecond, Predicate<InetAddress> proxies, LongSupplier nanoTime) {
        this.interval = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.burst = TimeUnit.SECONDS.toNanos(BURST_SECONDS);
        this.proxies = requireNonNull(proxies, "proxies");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    }

    /** The charge for one request, as long as nothing is proven. */
    public final class Charge {
        private final InetAddress source;
        private final Duration wait;

        private Charge(InetAddress source, Duration wait) {
            this.source = source;
            this.wait = wait;
        }

        /** Returns the charge, since the request has proven its credential. */
        public void proven() {
            UnprovenPace.this.giveBack(source);
        }

        /** The answer to a request that has proven nothing. */
        public Response held(Response answer) {
            return answer.delayed(wait);
        }

        /** The answer to a login: one with a cookie has opened a session. */
        public Response heldWithoutCookie(Response answer) {
            if (answer.fields().containsKey("Set-Cookie")) {
                proven();
                return answer;
            }
            return held(answer);
        }
    }

    /** Charges a source for a request. */
    public Charge charge(InetAddress source) {
        return new Charge(source, Duration.ofNanos(take(source)));
    }

    private synchronized long take(InetAddress source) {
        if (interval == 0) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        Account account = account(source, now);
        long due = later(account.request, now) + interval;
        account.request = now + Math.min(due - now, burst + MOST_WAIT_NANOS);
        return Math.max(0, account.request - now - burst);
    }

    private synchronized void giveBack(InetAddress source) {
        if (interval != 0) {
            account(source, nanoTime.getAsLong()).request -= interval;
        }
    }

    @Override
    public synchronized boolean admits(InetAddress source) {
        if (interval == 0 || proxies.test(source)) {
            return true;
        }
        long now = nanoTime.getAsLong();
        Account account = account(source, now);
        if (account.request - now <= burst) {
            return true;
        }
        long due = later(account.connection, now) + interval;
        if (due - now > TimeUnit.SECONDS.toNanos(1)) {
            return false;
        }
        account.connection = due;
        return true;
    }

    /** A connection without an answer has cost a handshake for nothing. */
    @Override
    public void ended(InetAddress source, boolean answered) {
        if (!answered && !proxies.test(source)) {
            take(source);
        }
    }

    private Account account(InetAddress source, long now) {
        return accounts.computeIfAbsent(Lane.of(Lane.Group.ANONYMOUS, source), lane -> new Account(now));
    }

    private static long later(long one, long other) {
        return one - other > 0 ? one : other;
    }
}
