package org.esbmt.tenancy.authentication.internal;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.authentication.internal.Throttle.Failures;

/**
 * Slows look-ups of certificates without a user: after some of them each further one of the same source at the same
 * tenant doubles its wait, up to a maximum. At unknown tenants they count together. A certificate that had a user for
 * this source lately never waits, so that guesses of a neighbour keep no sender out. Failures of certificates and of
 * passwords never count for one another. Any thread; memory is bounded, the least recently used entries are removed.
 */
final class CertificateThrottle {
    private static final int FOUND_KEPT = 20_000;

    private final LongSupplier nanos;
    private final Failures<Visitor> visitors = new Failures<>(20, SECONDS.toNanos(6), Duration.ofSeconds(60));
    private final Map<LookUp, Boolean> found = new Recent<>(FOUND_KEPT);

    /**
     * A certificate from a source.
     *
     * @param stranger true if the tenant is unknown
     */
    record LookUp(CertificateProof proof, Source source, boolean stranger) {
        private Visitor visitor() {
            return new Visitor(source, stranger ? Optional.empty() : Optional.of(proof.tenant()));
        }
    }

    /** A source at one tenant, or at all unknown ones. */
    private record Visitor(Source source, Optional<TenantId> tenant) {}

    CertificateThrottle(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** True if the certificate had a user for this source lately. */
    synchronized boolean isFound(LookUp lookUp) {
        return found.containsKey(lookUp);
    }

    /**
     * The wait before this look-up of a certificate that is not found; empty if it may continue, and then counts from now
     * on. Otherwise many would run before the first has failed.
     */
    synchronized Optional<Duration> begin(LookUp lookUp) {
        long now = nanos.getAsLong();
        Optional<Duration> wait = visitors.waiting(lookUp.visitor(), now);
        if (wait.isEmpty()) {
            visitors.add(lookUp.visitor(), now);
        }
        return wait;
    }

    /** The look-up that began does not count: the certificate has a user, or the registry did not answer. */
    synchronized void takeBack(LookUp lookUp) {
        visitors.takeBack(lookUp.visitor());
    }

    /** The certificate has a user. */
    synchronized void found(LookUp lookUp) {
        found.put(lookUp, true);
    }

    /** The certificate has no user who may send. */
    synchronized void refused(LookUp lookUp) {
        found.remove(lookUp);
    }
}
