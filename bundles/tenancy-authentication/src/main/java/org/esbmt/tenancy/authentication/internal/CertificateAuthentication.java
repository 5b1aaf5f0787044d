package org.esbmt.tenancy.authentication.internal;

import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserState;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.authentication.internal.ProofThrottle.LookUp;
import org.esbmt.tenancy.authentication.internal.VerifiedProofs.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the users of certificates for {@link RegistryAuthenticator}. A certificate that is not remembered costs one read
 * of the registry, in the lane of its tenant. The validity is compared with the clock at every use.
 */
final class CertificateAuthentication {
    private static final Logger LOG = LoggerFactory.getLogger(CertificateAuthentication.class);

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int TRIES = 3;

    private final CredentialReader registry;
    private final VerifiedProofs<CertificateProof, StoredCertificate> verified;
    private final RegistryWatch watch;
    private final RegistryPause pause;
    private final FairQueue<Lane> readers;
    private final Counters counters;
    private final LongSupplier nanos;
    private final InstantSource clock;
    private final ProofThrottle<CertificateProof> throttle;
    private final ConcurrentMap<LookUp<CertificateProof>, Check> underWay = new ConcurrentHashMap<>();

    private volatile boolean stopped;

    CertificateAuthentication(
            CredentialReader registry,
            VerifiedProofs<CertificateProof, StoredCertificate> verified,
            RegistryWatch watch,
            RegistryPause pause,
            FairQueue<Lane> readers,
            Counters counters,
            LongSupplier nanos,
            InstantSource clock) {
        this.registry = registry;
        this.verified = verified;
        this.watch = watch;
        this.pause = pause;
        this.readers = readers;
        this.counters = counters;
        this.nanos = nanos;
        this.clock = clock;
        this.throttle = new ProofThrottle<>(nanos);
    }

    /** Ends the checks that wait. */
    void stop() {
        stopped = true;
    }

    /** As {@link org.esbmt.tenancy.api.TenantAuthenticator#known}. */
    Optional<AuthenticatedCaller> known(CertificateProof proof) {
        if (!watch.upToDate()) {
            return Optional.empty();
        }
        Optional<Entry<CertificateProof, StoredCertificate>> found = verified.find(proof);
        Optional<Long> silentSince = watch.silentSince();
        if (found.isEmpty()
                || !verified.fresh(found.get(), silentSince)
                || !found.get().isValidAt(clock.millis())) {
            return Optional.empty();
        }
        Entry<CertificateProof, StoredCertificate> entry = found.get();
        if (silentSince.isEmpty()
                && verified.claimRenewal(entry)
                && !lane(proof, false, true).offer(readers, () -> renew(entry))) {
            verified.notConfirmed(entry);
        }
        counters.known.increment();
        return entry.caller();
    }

    /** As {@link org.esbmt.tenancy.api.TenantAuthenticator#authenticate}. */
    CompletionStage<AuthenticationOutcome> authenticate(CertificateProof proof, InetAddress from) {
        counters.checked.increment();
        if (!watch.upToDate() || stopped) {
            return done(overloaded());
        }
        Optional<Entry<CertificateProof, StoredCertificate>> remembered = verified.find(proof);
        if (remembered.isPresent() && verified.fresh(remembered.get(), watch.silentSince())) {
            Entry<CertificateProof, StoredCertificate> entry = remembered.get();
            return done(
                    entry.isValidAt(clock.millis())
                            ? new Accepted(entry.caller().orElseThrow())
                            : notAuthenticated());
        }
        LookUp<CertificateProof> lookUp =
                new LookUp<>(proof, proof.tenant(), Source.of(from), !watch.knows(proof.tenant()));
        Check joined = underWay.get(lookUp);
        if (joined != null) {
            return joined.outcome.minimalCompletionStage();
        }
        Check check = new Check(lookUp, remembered);
        Check other = underWay.putIfAbsent(lookUp, check);
        if (other != null) {
            return other.outcome.minimalCompletionStage();
        }
        check.start();
        return check.outcome.minimalCompletionStage();
    }

    /** Confirms the entry with the registry, before a message has to wait for that. */
    private void renew(Entry<CertificateProof, StoredCertificate> entry) {
        long moment = verified.moment();
        try {
            Optional<StoredCertificate> stored = read(entry.proof());
            if (stored.isPresent() && outcome(stored.get(), entry.caller().orElseThrow()) instanceof Accepted) {
                verified.confirm(entry, moment);
            } else {
                verified.forget(entry);
            }
        } catch (RegistryException | RuntimeException e) {
            LOG.debug("A certificate could not be renewed.", e);
            verified.notConfirmed(entry);
        }
    }

    /** Users of the system tenant are administrators: the data path does not know them. */
    private Optional<StoredCertificate> read(CertificateProof proof) throws RegistryException {
        return registry.find(proof.tenant(), proof.certificate())
                .filter(stored -> !stored.tenant().equals(TenantRegistry.SYSTEM));
    }

    /** The outcome for a registered certificate; the clock decides as well. */
    private AuthenticationOutcome outcome(StoredCertificate stored, AuthenticatedCaller caller) {
        if (stored.userState() != UserState.ACTIVE || !stored.sender() || !isValid(stored)) {
            return notAuthenticated();
        }
        return switch (stored.tenantState()) {
            case ACTIVE -> new Accepted(caller);
            case SUSPENDED, DRAINING, OFFBOARDING -> Refused.because(Reason.TENANT_SUSPENDED);
            case PROVISIONING, DELETED -> notAuthenticated();
        };
    }

    private boolean isValid(StoredCertificate stored) {
        Instant now = clock.instant();
        return !now.isBefore(stored.notBefore()) && !now.isAfter(stored.notAfter());
    }

    private static Lane lane(CertificateProof proof, boolean stranger, boolean proven) {
        return new Lane(
                stranger ? Optional.empty() : Optional.of(proof.tenant()), Lane.Proof.CERTIFICATE, !stranger && proven);
    }

    private CompletionStage<AuthenticationOutcome> done(AuthenticationOutcome decided) {
        counters.count(decided);
        return CompletableFuture.completedStage(decided);
    }

    private static Refused notAuthenticated() {
        return Refused.because(Reason.NOT_AUTHENTICATED);
    }

    private static Refused overloaded() {
        return Refused.until(Reason.OVERLOADED, SOON);
    }

    /** The look-up of one certificate for one source. Its steps run one after the other. */
    private final class Check {
        private final CompletableFuture<AuthenticationOutcome> outcome = new CompletableFuture<>();
        private final LookUp<CertificateProof> lookUp;
        private final Optional<Entry<CertificateProof, StoredCertificate>> remembered;
        private final long began = nanos.getAsLong();
        private int tries;
        /** True from the beginning of a look-up that may be a guess to its end. */
        private boolean counts;

        Check(LookUp<CertificateProof> lookUp, Optional<Entry<CertificateProof, StoredCertificate>> remembered) {
            this.lookUp = lookUp;
            this.remembered = remembered;
        }

        void start() {
            boolean proven = remembered.isPresent() || throttle.isFound(lookUp);
            Optional<Duration> wait = proven ? Optional.empty() : throttle.begin(lookUp);
            if (wait.isPresent()) {
                finish(Refused.until(Reason.RATE_LIMITED, wait.get()));
                return;
            }
            counts = !proven;
            begin();
        }

        private void begin() {
            tries++;
            if (!lane(lookUp.proof(), lookUp.stranger(), !counts).offer(readers, this::step)) {
                abandon();
            }
        }

        /** Completes the outcome even after a failed step, so that no client waits for ever. */
        private void step() {
            try {
                look();
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.error(
                        "A check of a certificate of tenant {} ended unexpectedly.",
                        lookUp.proof().tenant(),
                        e);
                abandon();
            }
        }

        private void look() {
            if (stopped || !watch.upToDate() || nanos.getAsLong() - began > LONGEST_WAIT_NANOS || pause.lasts()) {
                abandon();
                return;
            }
            long moment = verified.moment();
            Optional<StoredCertificate> stored;
            try {
                stored = read(lookUp.proof());
            } catch (RegistryException e) {
                LOG.debug("A certificate could not be read.", e);
                pause.begin();
                abandon();
                return;
            }
            if (stored.isEmpty()) {
                refuse(notAuthenticated());
                return;
            }
            decide(stored.get(), moment);
        }

        private void decide(StoredCertificate stored, long moment) {
            Optional<AuthenticatedCaller> caller = caller(stored);
            AuthenticationOutcome decided = caller.isPresent() ? outcome(stored, caller.get()) : notAuthenticated();
            if (decided instanceof Refused refused) {
                refuse(refused);
            } else if (verified.remember(
                    lookUp.proof(), stored, stored.notBefore(), stored.notAfter(), caller.orElseThrow(), moment)) {
                found();
                finish(decided);
            } else if (tries < TRIES) {
                begin();
            } else {
                abandon();
            }
        }

        private Optional<AuthenticatedCaller> caller(StoredCertificate stored) {
            try {
                return Optional.of(new AuthenticatedCaller(
                        new TenantPrincipal(stored.tenant(), stored.user()),
                        Optional.of(stored.certificate().read())));
            } catch (CertificateException e) {
                LOG.warn(
                        "Certificate {} of user {} of tenant {} is unreadable. An administrator revokes it.",
                        stored.certificate(),
                        stored.user(),
                        stored.tenant(),
                        e);
                return Optional.empty();
            }
        }

        /** Counts every cause alike. A suspended tenant's sender is no guesser. */
        private void refuse(Refused refused) {
            if (refused.reason() == Reason.TENANT_SUSPENDED) {
                found();
            } else {
                throttle.refused(lookUp);
            }
            finish(refused);
        }

        private void found() {
            doNotCount();
            throttle.found(lookUp);
        }

        /** The check could not run. */
        private void abandon() {
            doNotCount();
            finish(overloaded());
        }

        private void doNotCount() {
            if (counts) {
                counts = false;
                throttle.takeBack(lookUp);
            }
        }

        private void finish(AuthenticationOutcome decided) {
            underWay.remove(lookUp, this);
            counters.count(decided);
            outcome.complete(decided);
        }
    }
}
