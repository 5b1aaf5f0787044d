package org.esbmt.tenancy.authentication.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.authentication.internal.Throttle.Failures;

/**
 * Slows look-ups of certificates or tokens without a user: after some of them each further one of the same source at the
 * same tenant doubles its wait, up to a maximum. At unknown tenants they count together. A proof that had a user for this
 * source lately never waits, so that guesses of a neighbour keep no sender out. Failures of one kind of proof never count
 * for another kind. Any thread; memory is bounded, the least recently used entries are removed.
 *
 * @param <K> names a proof
 */
final class ProofThrottle<K> {
    private static final int FOUND_KEPT = 20_000;

    private final LongSupplier nanos;
    private final Failures<Visitor> visitors = new Failures<>(20, SECONDS.toNanos(6), Duration.ofSeconds(60));
    private final Map<LookUp<K>, Boolean> found = new Recent<>(FOUND_KEPT);

    /**
     * A proof from a source.
     *
     * @param stranger true if the tenant is unknown
     */
    record LookUp<K>(K proof, TenantId tenant, Source source, boolean stranger) {
        private Visitor visitor() {
            return new Visitor(source, stranger ? Optional.empty() : Optional.of(tenant));
        }
    }

    /** A source at one tenant, or at all unknown ones. */
    private record Visitor(Source source, Optional<TenantId> tenant) {}

    ProofThrottle(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** True if the proof had a user for this source lately. */
    synchronized boolean isFound(LookUp<K> lookUp) {
        return found.containsKey(lookUp);
    }

    /**
     * The wait before this look-up of a proof that is not found; empty if it may continue, and then counts from now
     * on. Otherwise many would run before the first has failed.
     */
    synchronized Optional<Duration> begin(LookUp<K> lookUp) {
        long now = nanos.getAsLong();
        Optional<Duration> wait = visitors.waiting(lookUp.visitor(), now);
        if (wait.isEmpty()) {
            visitors.add(lookUp.visitor(), now);
        }
        return wait;
    }

    /** The look-up that began does not count: the proof has a user, or the registry did not answer. */
    synchronized void takeBack(LookUp<K> lookUp) {
        visitors.takeBack(lookUp.visitor());
    }

    /** The proof has a user. */
    synchronized void found(LookUp<K> lookUp) {
        found.put(lookUp, true);
    }

    /** The proof has no user who may send. */
    synchronized void refused(LookUp<K> lookUp) {
        found.remove(lookUp);
    }
}
