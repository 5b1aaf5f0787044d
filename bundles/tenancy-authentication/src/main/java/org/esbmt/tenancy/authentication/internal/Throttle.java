package org.esbmt.tenancy.authentication.internal;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;

/**
 * Slows guessing: after some failures each further one doubles the wait, up to a maximum. Failures of a source count
 * for that source alone: at one user, and at one tenant. All sources together also have limits at each user and at each
 * tenant, so that many sources guess no faster. There are two such limits: one for sources with failures, one for
 * sources without. Guesses therefore use up the limit of the guessing sources. A proven source of the user needs
 * neither limit (see {@link ProvenSources}).
 *
 * <p>Attempts at unknown tenants count per source. No user is ever locked out: failures expire. Known credentials never
 * reach the throttle. Any thread; memory is bounded, the least recently used entries are removed.
 */
final class Throttle {
    private static final int KEYS_KEPT = 50_000;
    private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
    /** A source counts as clean again after this time without a failure. */
    private static final long WITHOUT_FAILURES_NANOS = HOURS.toNanos(6);

    private final LongSupplier nanos;
    private final Failures<Pair> pairs = new Failures<>(5, SECONDS.toNanos(60), Duration.ofSeconds(60));
    private final Failures<Visitor> visitors = new Failures<>(20, SECONDS.toNanos(6), Duration.ofSeconds(60));
    private final Failures<Source> strangers = new Failures<>(20, SECONDS.toNanos(6), Duration.ofSeconds(60));

    private final Records<Pair> pairRecords = new Records<>();
    private final Records<Visitor> visitorRecords = new Records<>();

    /** For sources with failures. */
    private final Failures<Owner> users = new Failures<>(5, SECONDS.toNanos(60), Duration.ofSeconds(60));
    /** For sources with failures. Many users share it, so it must not become a way to lock a tenant out. */
    private final Failures<TenantId> tenants = new Failures<>(100, SECONDS.toNanos(1), Duration.ofSeconds(5));
    /** For sources without failures: a source has one attempt here before it counts as one with failures. */
    private final Failures<Owner> newAtUsers = new Failures<>(1_200, SECONDS.toNanos(10), Duration.ofSeconds(10));
    /** For sources without failures. */
    private final Failures<TenantId> newAtTenants = new Failures<>(2_400, SECONDS.toNanos(1), Duration.ofSeconds(5));

    /** Attempts from a proven source that has to wait: guesses that a remembered credential would answer. */
    private final Failures<Pair> insistent = new Failures<>(100, SECONDS.toNanos(10), Duration.ofSeconds(10));

    /** Attempts that cost no hash: with a password that was refused from this source before. */
    private final Failures<Visitor> repetitions = new Failures<>(20, SECONDS.toNanos(1), Duration.ofSeconds(1));

    /** One attempt of a password: begins, and ends as succeeded, failed or abandoned. */
    static final class Attempt {
        private final Owner owner;
        private final Source source;
        private final boolean stranger;
        private final boolean proven;
        /** Guarded by the throttle: the limits of all sources in which the attempt counts. */
        private boolean newAtUser;

        private boolean newAtTenant;

        /**
         * An attempt that has not begun.
         *
         * @param stranger true if the tenant is unknown
         * @param proven true if the password was right from this source before
         */
        Attempt(Owner owner, Source source, boolean stranger, boolean proven) {
            this.owner = requireNonNull(owner, "owner");
            this.source = requireNonNull(source, "source");
            this.stranger = stranger;
            this.proven = proven;
        }

        Owner owner() {
            return owner;
        }

        Source source() {
            return source;
        }

        boolean stranger() {
            return stranger;
        }

        boolean proven() {
            return proven;
        }

        private Pair pair() {
            return new Pair(source, owner);
        }

        private Visitor visitor() {
            return new Visitor(source, owner.tenant());
        }
    }

    /** A source at one user. */
    private record Pair(Source source, Owner owner) {}

    /** A source at one tenant. */
    private record Visitor(Source source, TenantId tenant) {}

    Throttle(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The wait before this attempt; empty if it may continue, and then counts as begun. */
    synchronized Optional<Duration> begin(Attempt attempt) {
        long now = nanos.getAsLong();
        Optional<Duration> wait = waiting(attempt, now);
        if (wait.isPresent()) {
            if (attempt.proven && insistent.waiting(attempt.pair(), now).isEmpty()) {
                insistent.add(attempt.pair(), now);
            }
            return wait;
        }
        // A user has one password, so concurrent attempts are guesses: they count from their beginning. So do attempts
        // at unknown tenants; otherwise all of them would run before the first has failed.
        if (attempt.stranger) {
            strangers.add(attempt.source, now);
            return Optional.empty();
        }
        pairs.add(attempt.pair(), now);
        if (!attempt.proven) {
            attempt.newAtUser = pairRecords.clean(attempt.pair(), now);
            attempt.newAtTenant = visitorRecords.clean(attempt.visitor(), now);
            atUser(attempt).add(attempt.owner, now);
            if (attempt.newAtTenant) {
                newAtTenants.add(attempt.owner.tenant(), now);
            }
        }
        pairRecords.begin(attempt.pair());
        visitorRecords.begin(attempt.visitor());
        return Optional.empty();
    }

    /**
     * How long a password that is remembered as right has to wait: as long as any other, so that a source that has to wait
     * does not learn that it is right. Only a proven source does not wait, unless somebody there insists on guessing.
     */
    synchronized Optional<Duration> waitingOfRemembered(Attempt attempt) {
        long now = nanos.getAsLong();
        return attempt.proven ? insistent.waiting(attempt.pair(), now) : waiting(attempt, now);
    }

    /** As {@link #begin}, for a password that was refused from this source before: it is no guess, and counts as none. */
    synchronized Optional<Duration> beginRepetition(Attempt attempt) {
        long now = nanos.getAsLong();
        Optional<Duration> wait = waiting(attempt, now).or(() -> repetitions.waiting(attempt.visitor(), now));
        if (wait.isEmpty()) {
            repetitions.add(attempt.visitor(), now);
        }
        return wait;
    }

    /** The password was right. */
    synchronized void succeeded(Attempt attempt) {
        takeBack(attempt);
        if (!attempt.stranger) {
            pairs.forget(attempt.pair());
            pairRecords.forget(attempt.pair());
            visitorRecords.end(attempt.visitor());
        }
    }

    /** The password was wrong, or the user is unknown. */
    synchronized void failed(Attempt attempt) {
        if (attempt.stranger) {
            return;
        }
        long now = nanos.getAsLong();
        pairRecords.fail(attempt.pair(), now);
        visitorRecords.fail(attempt.visitor(), now);
        visitors.add(attempt.visitor(), now);
        if (!attempt.proven && !attempt.newAtTenant) {
            tenants.add(attempt.owner.tenant(), now);
        }
    }

    /** The attempt ended without a result, through no fault of the sender. */
    synchronized void abandoned(Attempt attempt) {
        takeBack(attempt);
        if (!attempt.stranger) {
            pairs.takeBack(attempt.pair());
            pairRecords.end(attempt.pair());
            visitorRecords.end(attempt.visitor());
        }
    }

    /** Returns the attempt's use of the limits of all sources. */
    private void takeBack(Attempt attempt) {
        if (attempt.stranger) {
            strangers.takeBack(attempt.source);
        } else if (!attempt.proven) {
            atUser(attempt).takeBack(attempt.owner);
            if (attempt.newAtTenant) {
                newAtTenants.takeBack(attempt.owner.tenant());
            }
        }
    }

    private Failures<Owner> atUser(Attempt attempt) {
        return attempt.newAtUser ? newAtUsers : users;
    }

    private Optional<Duration> waiting(Attempt attempt, long now) {
        if (attempt.stranger) {
            return strangers.waiting(attempt.source, now);
        }
        Optional<Duration> own = pairs.waiting(attempt.pair(), now);
        if (attempt.proven) {
            return own;
        }
        Failures<Owner> atUser = pairRecords.clean(attempt.pair(), now) ? newAtUsers : users;
        Failures<TenantId> atTenant = visitorRecords.clean(attempt.visitor(), now) ? newAtTenants : tenants;
        return longer(
                longer(own, visitors.waiting(attempt.visitor(), now)),
                longer(atUser.waiting(attempt.owner, now), atTenant.waiting(attempt.owner.tenant(), now)));
    }

    private static Optional<Duration> longer(Optional<Duration> one, Optional<Duration> other) {
        return one.orElse(Duration.ZERO).compareTo(other.orElse(Duration.ZERO)) > 0 ? one : other;
    }

    /** Sources with a clean record: no recent failure, and no running attempt that may become one. */
    private static final class Records<K> {
        private final Map<K, Past> pasts = new Recent<>(KEYS_KEPT);

        private static final class Past {
            private int underWay;
            private Optional<Long> failedAt = Optional.empty();
        }

        boolean clean(K key, long now) {
            Past past = pasts.get(key);
            return past == null
                    || (past.underWay == 0
                            && past.failedAt
                                    .filter(at -> now - at < WITHOUT_FAILURES_NANOS)
                                    .isEmpty());
        }

        void begin(K key) {
            pasts.computeIfAbsent(key, k -> new Past()).underWay++;
        }

        void end(K key) {
            Past past = pasts.get(key);
            if (past != null) {
                past.underWay = Math.max(0, past.underWay - 1);
                if (past.underWay == 0 && past.failedAt.isEmpty()) {
                    pasts.remove(key);
                }
            }
        }

        void fail(K key, long now) {
            Past past = pasts.computeIfAbsent(key, k -> new Past());
            past.underWay = Math.max(0, past.underWay - 1);
            past.failedAt = Optional.of(now);
        }

        void forget(K key) {
            pasts.remove(key);
        }
    }

    /** Failures of one kind of key. Confined to its owner's lock. */
    static final class Failures<K> {
        private final int free;
        private final long forgiveNanos;
        private final long longestNanos;
        private final Map<K, Level> levels = new Recent<>(KEYS_KEPT);

        /** The number of failures at a moment, and the end of the wait. */
        private record Level(double failures, long at, long blockedUntil) {}

        /**
         * Sets the limits.
         *
         * @param free failures without a wait
         * @param forgiveNanos the time in which one failure expires
         */
        Failures(int free, long forgiveNanos, Duration longest) {
            this.free = free;
            this.forgiveNanos = forgiveNanos;
            this.longestNanos = longest.toNanos();
        }

        Optional<Duration> waiting(K key, long now) {
            Level level = levels.get(key);
            return level == null || level.blockedUntil <= now
                    ? Optional.empty()
                    : Optional.of(Duration.ofNanos(level.blockedUntil - now));
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

        /** Takes back one failure. The other failures and their wait stay. */
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
