package org.esbmt.tenancy.authentication.internal;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.message.security.api.TokenIssuer;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredSubject;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserState;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.authentication.internal.IssuedProof.Digest;
import org.esbmt.tenancy.authentication.internal.ProofThrottle.LookUp;
import org.esbmt.tenancy.authentication.internal.VerifiedProofs.Entry;
import org.esbmt.tenancy.authentication.internal.token.TokenRefusedException;
import org.esbmt.tenancy.authentication.internal.token.VerifiedToken;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies bearer tokens and SAML assertions for {@link RegistryAuthenticator}. One that is not remembered costs a signature operation on
 * the threads that hash passwords, and one read of the registry. A remembered one costs its SHA-256, until its issuer, its
 * user or its tenant changes, at most until it expires, and at most {@link #KEPT}.
 */
final class TokenAuthentication {
    private static final Logger LOG = LoggerFactory.getLogger(TokenAuthentication.class);

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration KEPT = Duration.ofMinutes(5);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int TRIES = 3;

    private final CredentialReader registry;
    private final Supplier<Optional<TenantKeys>> keys;
    private final VerifiedProofs<Digest, VerifiedToken> verified;
    private final RegistryWatch watch;
    private final RegistryPause pause;
    private final FairQueue<Lane> readers;
    private final FairQueue<Lane> verifiers;
    private final Counters counters;
    private final LongSupplier nanos;
    private final InstantSource clock;
    private final ProofThrottle<Digest> throttle;
    private final ConcurrentMap<LookUp<Digest>, Check> underWay = new ConcurrentHashMap<>();

    private volatile boolean stopped;

    /** @param keys empty while the service with the issuers is missing */
    TokenAuthentication(
            CredentialReader registry,
            Supplier<Optional<TenantKeys>> keys,
            VerifiedProofs<Digest, VerifiedToken> verified,
            RegistryWatch watch,
            RegistryPause pause,
            FairQueue<Lane> readers,
            FairQueue<Lane> verifiers,
            Counters counters,
            LongSupplier nanos,
            InstantSource clock) {
        this.registry = registry;
        this.keys = keys;
        this.verified = verified;
        this.watch = watch;
        this.pause = pause;
        this.readers = readers;
        this.verifiers = verifiers;
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
    Optional<AuthenticatedCaller> known(IssuedProof proof) {
        if (proof.isTooLong() || !watch.upToDate()) {
            return Optional.empty();
        }
        Optional<Entry<Digest, VerifiedToken>> found = verified.find(proof.digest());
        Optional<Long> silentSince = watch.silentSince();
        if (found.isEmpty() || !isGood(found.get(), silentSince)) {
            return Optional.empty();
        }
        Entry<Digest, VerifiedToken> entry = found.get();
        if (silentSince.isEmpty()
                && verified.claimRenewal(entry)
                && !lane(proof.tenant(), false, true).offer(readers, () -> renew(entry))) {
            verified.notConfirmed(entry);
        }
        counters.known.increment();
        return entry.caller();
    }

    private boolean isGood(Entry<Digest, VerifiedToken> entry, Optional<Long> silentSince) {
        return verified.fresh(entry, silentSince) && isGood(entry);
    }

    /** Tells whether the time has not passed, and the issuer has still the same keys and rules. */
    private boolean isGood(Entry<Digest, VerifiedToken> entry) {
        if (!entry.isValidAt(clock.millis())) {
            return false;
        }
        Optional<KeySet> now =
                keys.get().flatMap(service -> service.known(entry.proof().tenant()));
        for (TokenIssuer issuer : now.map(KeySet::issuers).orElse(List.of())) {
            if (issuer.equals(entry.basis().issuer())) {
                return true;
            }
        }
        return false;
    }

    /** As {@link org.esbmt.tenancy.api.TenantAuthenticator#authenticate}. */
    CompletionStage<AuthenticationOutcome> authenticate(IssuedProof proof, InetAddress from) {
        counters.checked.increment();
        if (!watch.upToDate() || stopped) {
            return done(overloaded());
        }
        if (proof.isTooLong()) {
            return done(notAuthenticated());
        }
        Digest digest = proof.digest();
        Optional<Entry<Digest, VerifiedToken>> remembered =
                verified.find(digest).filter(this::isGood);
        if (remembered.isPresent() && verified.fresh(remembered.get(), watch.silentSince())) {
            return done(new Accepted(remembered.get().caller().orElseThrow()));
        }
        LookUp<Digest> lookUp = new LookUp<>(digest, proof.tenant(), Source.of(from), !watch.knows(proof.tenant()));
        Check check = new Check(proof, lookUp, remembered);
        Check other = underWay.putIfAbsent(lookUp, check);
        if (other != null) {
            return other.outcome.minimalCompletionStage();
        }
        check.start();
        return check.outcome.minimalCompletionStage();
    }

    /** Confirms the entry with the registry, before a message has to wait for that. */
    private void renew(Entry<Digest, VerifiedToken> entry) {
        long moment = verified.moment();
        try {
            Optional<StoredSubject> stored =
                    read(entry.proof().tenant(), entry.basis().subject());
            if (stored.isPresent() && confirms(stored.get(), entry)) {
                verified.confirm(entry, moment);
            } else {
                verified.forget(entry);
            }
        } catch (RegistryException | RuntimeException e) {
            LOG.debug("The user of a token could not be read.", e);
            verified.notConfirmed(entry);
        }
    }

    /** Tells whether the subject is still the same active user's. */
    private static boolean confirms(StoredSubject stored, Entry<Digest, VerifiedToken> entry) {
        AuthenticatedCaller caller = entry.caller().orElseThrow();
        return stored.user().equals(caller.principal().user()) && outcome(stored, caller) instanceof Accepted;
    }

    /** Users of the system tenant are administrators: the data path does not know them. */
    private Optional<StoredSubject> read(TenantId tenant, TokenSubject subject) throws RegistryException {
        return registry.find(tenant, subject)
                .filter(stored ->
                        stored.tenant().equals(tenant) && !stored.tenant().equals(TenantRegistry.SYSTEM));
    }

    private static AuthenticationOutcome outcome(StoredSubject stored, AuthenticatedCaller caller) {
        if (stored.userState() != UserState.ACTIVE || !stored.sender()) {
            return notAuthenticated();
        }
        return switch (stored.tenantState()) {
            case ACTIVE -> new Accepted(caller);
            case SUSPENDED, DRAINING, OFFBOARDING -> Refused.because(Reason.TENANT_SUSPENDED);
            case PROVISIONING, DELETED -> notAuthenticated();
        };
    }

    private static Lane lane(TenantId tenant, boolean stranger, boolean proven) {
        return new Lane(stranger ? Optional.empty() : Optional.of(tenant), Lane.Proof.TOKEN, !stranger && proven);
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

    /** The check of one proof for one source: the keys, the signature, the user. The steps run one after the other. */
    private final class Check {
        private final CompletableFuture<AuthenticationOutcome> outcome = new CompletableFuture<>();
        private final IssuedProof proof;
        private final LookUp<Digest> lookUp;
        private final Optional<Entry<Digest, VerifiedToken>> remembered;
        private final long began = nanos.getAsLong();
        private int tries;
        /** True from the beginning of a check that may be a guess to its end. */
        private boolean counts;

        Check(IssuedProof proof, LookUp<Digest> lookUp, Optional<Entry<Digest, VerifiedToken>> remembered) {
            this.proof = proof;
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
            if (remembered.isPresent()) {
                offer(readers, () -> findUser(remembered.get().basis()));
            } else {
                readKeys();
            }
        }

        /** A tenant that does not exist has no keys to be read, and no issuers. */
        private void readKeys() {
            Optional<TenantKeys> service = keys.get();
            if (lookUp.stranger()) {
                offer(verifiers, () -> verify(List.of()));
            } else if (service.isEmpty()) {
                abandon();
            } else {
                service.get().of(proof.tenant()).whenComplete((set, failure) -> {
                    if (failure == null) {
                        offer(verifiers, () -> verify(set.issuers()));
                    } else {
                        LOG.debug("The issuers of tenant {} could not be read.", proof.tenant(), failure);
                        abandon();
                    }
                });
            }
        }

        private void offer(FairQueue<Lane> queue, Runnable step) {
            Runnable safe = () -> {
                try {
                    step.run();
                } catch (RuntimeException | OutOfMemoryError e) {
                    LOG.error("A check of a {} of tenant {} ended unexpectedly.", proof, proof.tenant(), e);
                    abandon();
                }
            };
            if (!lane(proof.tenant(), lookUp.stranger(), !counts).offer(queue, safe)) {
                abandon();
            }
        }

        private boolean isLate() {
            return stopped || !watch.upToDate() || nanos.getAsLong() - began > LONGEST_WAIT_NANOS;
        }

        private void verify(List<TokenIssuer> issuers) {
            if (isLate()) {
                abandon();
                return;
            }
            VerifiedToken token;
            try {
                token = proof.verify(issuers, clock.instant());
            } catch (TokenRefusedException e) {
                LOG.debug("A {} for tenant {} is refused: {}.", proof, proof.tenant(), e.getMessage());
                refuse(notAuthenticated());
                return;
            }
            offer(readers, () -> findUser(token));
        }

        private void findUser(VerifiedToken token) {
            if (isLate() || pause.lasts()) {
                abandon();
                return;
            }
            tries++;
            long moment = verified.moment();
            Optional<StoredSubject> stored;
            try {
                stored = read(proof.tenant(), token.subject());
            } catch (RegistryException e) {
                LOG.debug("The user of a token could not be read.", e);
                pause.begin();
                abandon();
                return;
            }
            if (stored.isEmpty()) {
                LOG.debug("A {} for tenant {} is refused: its subject is no user's.", proof, proof.tenant());
                refuse(notAuthenticated());
                return;
            }
            decide(token, stored.get(), moment);
        }

        private void decide(VerifiedToken token, StoredSubject stored, long moment) {
            AuthenticatedCaller caller =
                    new AuthenticatedCaller(new TenantPrincipal(stored.tenant(), stored.user()), token.holder());
            AuthenticationOutcome decided = outcome(stored, caller);
            if (decided instanceof Refused refused) {
                refuse(refused);
            } else if (isRemembered(token, stored, caller, moment)) {
                found();
                finish(decided);
            } else if (tries < TRIES) {
                offer(readers, () -> findUser(token));
            } else {
                abandon();
            }
        }

        private boolean isRemembered(
                VerifiedToken token, StoredSubject stored, AuthenticatedCaller caller, long moment) {
            if (remembered.isPresent() && confirms(stored, remembered.get())) {
                return verified.confirm(remembered.get(), moment);
            }
            Instant kept = clock.instant().plus(KEPT);
            Instant last = kept.isBefore(token.notAfter()) ? kept : token.notAfter();
            return verified.remember(lookUp.proof(), token, token.notBefore(), last, caller, moment);
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
