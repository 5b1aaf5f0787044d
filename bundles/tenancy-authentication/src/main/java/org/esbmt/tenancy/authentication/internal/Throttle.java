package org.esbmt.tenancy.authentication.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;

/**
 * Slows down who guesses: after some failures each further one doubles the wait, up to a longest, per user, per tenant and
 * per source at one tenant; attempts at tenants that are not there count per source. So a source that many share, as behind
 * a proxy, keeps nobody out of another tenant than the one that is guessed at. Nobody is ever locked out: waiting is enough,
 * and failures are forgiven one by one as time passes. Never asked for credentials that are known. Any thread; memory is
 * bounded, the least recently seen are forgotten.
 */
final class Throttle {
    private static final int KEYS_KEPT = 50_000;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

    private final LongSupplier nanos;
    private final Failures<Owner> users;
    private final Failures<Visitor> visitors;
    private final Failures<TenantId> tenants;
    private final Failures<Source> strangers;

    /**
     * Somebody tries a password.
     *
     * @param stranger whether the tenant is not known to be there
     */
    record Attempt(Owner owner, InetAddress from, boolean stranger) {
        private Source source() {
            return Source.of(from);
        }

        private Visitor visitor() {
            return new Visitor(source(), owner.tenant());
        }
    }

    /** Who tries at one tenant. */
    private record Visitor(Source source, TenantId tenant) {}

    /** An address, or the 64 bits of an IPv6 address that one subscriber has to themselves. */
    private record Source(long bits, boolean six) {
        static Source of(InetAddress address) {
            ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
            return address instanceof Inet6Address
                    ? new Source(bytes.getLong(), true)
                    : new Source(bytes.getInt(), false);
        }
    }

    Throttle(LongSupplier nanos) {
        this.nanos = nanos;
        this.users = new Failures<>(5, 60, Duration.ofSeconds(60));
        this.visitors = new Failures<>(20, 6, Duration.ofSeconds(60));
        // Many users share it, so it must not become a way to keep a tenant out.
        this.tenants = new Failures<>(100, 1, Duration.ofSeconds(5));
        this.strangers = new Failures<>(20, 6, Duration.ofSeconds(60));
    }

    /** How long this attempt has to wait; empty for one that may go on, which then counts as begun. */
    synchronized Optional<Duration> begin(Attempt attempt) {
        long now = nanos.getAsLong();
        long wait = attempt.stranger()
                ? strangers.waitNanos(attempt.source(), now)
                : Math.max(
                        users.waitNanos(attempt.owner(), now),
                        Math.max(
                                visitors.waitNanos(attempt.visitor(), now),
                                tenants.waitNanos(attempt.owner().tenant(), now)));
        if (wait > 0) {
            return Optional.of(Duration.ofNanos(wait));
        }
        // A user has one password, so several attempts at once are guesses: they count from their beginning. So do
        // those at tenants that are not there, which would otherwise all be under way before the first has failed.
        if (attempt.stranger()) {
            strangers.add(attempt.source(), now);
        } else {
            users.add(attempt.owner(), now);
        }
        return Optional.empty();
    }

    /** The password was right. */
    synchronized void succeeded(Attempt attempt) {
        if (attempt.stranger()) {
            strangers.takeBack(attempt.source());
        } else {
            users.forget(attempt.owner());
        }
    }

    /** The password was wrong, or there is no such user. */
    synchronized void failed(Attempt attempt) {
        if (!attempt.stranger()) {
            long now = nanos.getAsLong();
            visitors.add(attempt.visitor(), now);
            tenants.add(attempt.owner().tenant(), now);
        }
    }

    /** The attempt came to nothing, through no fault of the sender. */
    synchronized void abandoned(Attempt attempt) {
        if (attempt.stranger()) {
            strangers.takeBack(attempt.source());
        } else {
            users.takeBack(attempt.owner());
        }
    }

    /** Failures of one kind of key. */
    private static final class Failures<K> {
        private final int free;
        private final long forgiveNanos;
        private final long longestNanos;
        private final Map<K, Level> levels = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Level> eldest) {
                return size() > KEYS_KEPT;
            }
        };

        /** How many failures count at a moment, and until when to wait. */
        private record Level(double failures, long at, long blockedUntil) {}

        /**
         * How patient to be.
         *
         * @param free failures without a wait
         * @param forgiveSeconds after which one failure is forgiven
         */
        Failures(int free, long forgiveSeconds, Duration longest) {
            this.free = free;
            this.forgiveNanos = SECONDS.toNanos(forgiveSeconds);
            this.longestNanos = longest.toNanos();
        }

        long waitNanos(K key, long now) {
            Level level = levels.get(key);
            return level == null ? 0 : Math.max(0, level.blockedUntil - now);
        }

        void add(K key, long now) {
            Level before = levels.get(key);
            double left = before == null
                    ? 0
                    : Math.max(0, before.failures - (double) (now - before.at) / (double) forgiveNanos);
            double failures = left + 1;
            levels.put(key, new Level(failures, now, now + wait(failures)));
        }

        private long wait(double failures) {
            return failures <= free
                    ? 0
                    : (long) Math.min(
                            (double) longestNanos,
                            (double) FIRST_WAIT.toNanos() * Math.pow(2, Math.ceil(failures - free) - 1));
        }

        /** What the others brought stays, their wait too. */
        void takeBack(K key) {
            levels.computeIfPresent(key, (k, level) -> {
                double others = Math.max(0, level.failures - 1);
                return new Level(others, level.at, level.at + wait(others));
            });
        }

        void forget(K key) {
            levels.remove(key);
        }
    }
}
