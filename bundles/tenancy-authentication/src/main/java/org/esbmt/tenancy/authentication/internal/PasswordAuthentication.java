package org.esbmt.tenancy.authentication.internal;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserState;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.AuthenticationOutcome.Accepted;
import org.esbmt.tenancy.api.AuthenticationOutcome.Reason;
import org.esbmt.tenancy.api.AuthenticationOutcome.Refused;
import org.esbmt.tenancy.api.PasswordHasher;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantPrincipal;
import org.esbmt.tenancy.authentication.internal.Throttle.Attempt;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Entry;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies passwords of users for {@link RegistryAuthenticator}. {@link VerifiedCredentials} remembers a verified credential
 * for a while, and {@link Throttle} delays guesses. Some threads read other credentials from the registry, and other threads
 * hash passwords, tenants in turn. Concurrent checks of the same credential become one.
 */
final class PasswordAuthentication implements LoginAuthentication.Passwords {
    private static final Logger LOG = LoggerFactory.getLogger(PasswordAuthentication.class);

    private static final Duration SOON = Duration.ofSeconds(1);
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int LONGEST_PASSWORD_BYTES = 1_024;
    private static final int TRIES = 3;
    /** In place of a verifier's version, for digests of unchecked credentials. */
    private static final long UNCHECKED = -1;

    private final CredentialReader registry;
    private final PasswordHasher hasher;
    private final CredentialDigest digest;
    private final VerifiedCredentials verified;
    private final ProvenSources sources;
    private final RegistryWatch watch;
    private final RegistryPause pause;
    private final FairQueue<Lane> readers;
    private final FairQueue<Lane> hashers;
    private final Counters counters;
    private final LongSupplier nanos;
    private final Throttle throttle;
    private final RefusedCredentials refusals = new RefusedCredentials();
    private final ConcurrentMap<ByteBuffer, Check> underWay = new ConcurrentHashMap<>();
    /** The verifier for the comparison with passwords of unknown users. */
    private final String nobodysVerifier;

    private volatile boolean stopped;

    /** @param digest that of {@code verified} */
    PasswordAuthentication(
            CredentialReader registry,
            PasswordHasher hasher,
            CredentialDigest digest,
            VerifiedCredentials verified,
            ProvenSources sources,
            RegistryWatch watch,
            RegistryPause pause,
            FairQueue<Lane> readers,
            FairQueue<Lane> hashers,
            Counters counters,
            LongSupplier nanos) {
        this.registry = registry;
        this.hasher = hasher;
        this.digest = digest;
        this.verified = verified;
        this.sources = sources;
        this.watch = watch;
        this.pause = pause;
        this.readers = readers;
        this.hashers = hashers;
        this.counters = counters;
        this.nanos = nanos;
        this.throttle = new Throttle(nanos);
        this.nobodysVerifier = hasher.verifier(unguessable());
    }

    /** Ends the checks that wait. */
    void stop() {
        stopped = true;
    }

    /** As {@link org.esbmt.tenancy.api.TenantAuthenticator#known}. */
    Optional<AuthenticatedCaller> known(TenantCredential credential, InetAddress source) {
        if (!watch.upToDate()) {
            return Optional.empty();
        }
        Optional<Entry> found = verified.find(credential);
        Optional<Long> silentSince = watch.silentSince();
        if (found.isEmpty() || !found.get().isFrom(Source.of(source)) || !verified.fresh(found.get(), silentSince)) {
            return Optional.empty();
        }
        Entry entry = found.get();
        if (silentSince.isEmpty()
                && verified.claimRenewal(entry)
                && !lane(entry.owner().tenant(), true).offer(readers, () -> renew(entry))) {
            verified.notConfirmed(entry);
        }
        counters.known.increment();
        return entry.caller();
    }

    @Override
    public Optional<Duration> waiting(TenantCredential credential, InetAddress source) {
        Attempt attempt = attempt(Owner.of(credential), Source.of(source));
        Optional<Duration> wait = throttle.waitingOfRemembered(attempt);
        if (wait.isPresent()) {
            verified.dropSource(attempt.owner(), attempt.source());
        }
        return wait;
    }

    @Override
    public boolean isProven(TenantCredential credential, InetAddress source) {
        return attempt(Owner.of(credential), Source.of(source)).proven();
    }

    /** As {@link org.esbmt.tenancy.api.TenantAuthenticator#authenticate}. */
    @Override
    public CompletionStage<AuthenticationOutcome> authenticate(TenantCredential credential, InetAddress source) {
        counters.checked.increment();
        if (!watch.upToDate() || stopped) {
            return done(overloaded());
        }
        ByteBuffer key = ByteBuffer.wrap(digest.of(credential, UNCHECKED));
        Attempt attempt = attempt(Owner.of(credential), Source.of(source));
        Check joined = underWay.get(key);
        if (joined != null && joined.attempt.source().equals(attempt.source())) {
            return joined.outcome.minimalCompletionStage();
        }
        Optional<Entry> remembered = verified.find(credential);
        Optional<byte[]> refusedBy =
                remembered.isPresent() ? Optional.empty() : refusals.refusedBy(attempt.source(), key);
        Optional<Duration> wait = joined != null || remembered.isPresent()
                ? throttle.waitingOfRemembered(attempt)
                : refusedBy.isPresent() ? throttle.beginRepetition(attempt) : throttle.begin(attempt);
        if (wait.isPresent()) {
            if (throttle.waitingOfRemembered(attempt).isPresent()) {
                verified.dropSource(attempt.owner(), attempt.source());
            }
            return done(Refused.until(Reason.RATE_LIMITED, wait.get()));
        }
        if (joined != null) {
            return joined.outcome.minimalCompletionStage();
        }
        if (remembered.isPresent() && verified.fresh(remembered.get(), watch.silentSince())) {
            proven(attempt);
            return done(new Accepted(remembered.get().caller().orElseThrow()));
        }
        Check check = new Check(key, credential, attempt, remembered, refusedBy);
        Check other = underWay.putIfAbsent(key, check);
        if (other != null) {
            check.abandon();
            return other.outcome.minimalCompletionStage();
        }
        check.begin();
        return check.outcome.minimalCompletionStage();
    }

    private Attempt attempt(Owner owner, Source source) {
        boolean stranger = !watch.knows(owner.tenant());
        return new Attempt(owner, source, stranger, !stranger && sources.contains(owner, source));
    }

    /** The password was right: its owner is no guesser there. */
    private void proven(Attempt attempt) {
        if (!attempt.stranger()) {
            sources.add(attempt.owner(), attempt.source());
            verified.addSource(attempt.owner(), attempt.source());
        }
    }

    private static Lane lane(TenantId tenant, boolean proven) {
        return new Lane(Optional.of(tenant), Lane.Proof.PASSWORD, proven);
    }

    /** Confirms the entry with the registry, before a message has to wait for that. */
    private void renew(Entry entry) {
        long moment = verified.moment();
        try {
            Optional<StoredCredential> stored =
                    registry.find(entry.owner().tenant(), entry.owner().user());
            if (stored.isPresent() && entry.isProvenBy(stored.get()) && maySend(stored.get())) {
                verified.confirm(entry, moment);
            } else {
                verified.forget(entry);
            }
        } catch (RegistryException | RuntimeException e) {
            LOG.debug("A credential could not be renewed.", e);
            verified.notConfirmed(entry);
        }
    }

    private static boolean maySend(StoredCredential stored) {
        return stored.userState() == UserState.ACTIVE
                && stored.tenantState() == TenantState.ACTIVE
                && stored.sender()
                && !stored.tenant().equals(TenantRegistry.SYSTEM);
    }

    private CompletionStage<AuthenticationOutcome> done(AuthenticationOutcome decided) {
        counters.count(decided);
        return CompletableFuture.completedStage(decided);
    }

    private static Refused overloaded() {
        return Refused.until(Reason.OVERLOADED, SOON);
    }

    private static char[] unguessable() {
        char[] password = new char[32];
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < password.length; i++) {
            password[i] = (char) ('!' + random.nextInt(94));
        }
        return password;
    }

    /** The check of one credential by registry and hasher. Its steps run one after the other. */
    private final class Check {
        private final CompletableFuture<AuthenticationOutcome> outcome = new CompletableFuture<>();
        private final ByteBuffer key;
        private final TenantCredential credential;
        private final Attempt attempt;
        private final Owner owner;
        private final Optional<Entry> remembered;
        /** The digest of the data that refused this credential, if it repeats a refused one. */
        private final Optional<byte[]> refusedBy;

        private final long began = nanos.getAsLong();
        private int tries;
        /** True from the beginning of the attempt to its end. */
        private boolean counts;

        Check(
                ByteBuffer key,
                TenantCredential credential,
                Attempt attempt,
                Optional<Entry> remembered,
                Optional<byte[]> refusedBy) {
            this.key = key;
            this.credential = credential;
            this.attempt = attempt;
            this.owner = attempt.owner();
            this.remembered = remembered;
            this.refusedBy = refusedBy;
            this.counts = remembered.isEmpty() && refusedBy.isEmpty();
        }

        void begin() {
            tries++;
            if (!lane().offer(readers, () -> step(this::read))) {
                abandon();
                finish(overloaded());
            }
        }

        /**
         * Completes the outcome even after a failed step, for example without memory, so that no client waits for ever.
         */
        private void step(Runnable work) {
            try {
                work.run();
            } catch (RuntimeException | OutOfMemoryError e) {
                LOG.error("A check of a credential of tenant {} ended unexpectedly.", owner.tenant(), e);
                abandon();
                finish(overloaded());
            }
        }

        /** Cancels the attempt: it does not count. */
        void abandon() {
            if (counts) {
                counts = false;
                throttle.abandoned(attempt);
            }
        }

        private void read() {
            if (isLate() || pause.lasts()) {
                abandon();
                finish(overloaded());
                return;
            }
            long moment = verified.moment();
            Optional<StoredCredential> stored;
            try {
                // Users of the system tenant are administrators: the data path does not know them.
                stored = registry.find(owner.tenant(), owner.user())
                        .filter(s -> !s.tenant().equals(TenantRegistry.SYSTEM));
            } catch (RegistryException e) {
                LOG.debug("A credential could not be read.", e);
                pause.begin();
                abandon();
                finish(overloaded());
                return;
            }
            if (remembered.isPresent() && stored.isPresent() && stillRight(remembered.get(), stored.get(), moment)) {
                recordProof();
                finish(new Accepted(remembered.get().caller().orElseThrow()));
                return;
            }
            if (refusedBy.isPresent() && tries == 1) {
                if (CredentialDigest.same(refusedBy.get(), digest.of(credential, stored, verifier(stored)))) {
                    finish(Refused.because(Reason.NOT_AUTHENTICATED));
                    return;
                }
                Optional<Duration> wait = throttle.begin(attempt);
                if (wait.isPresent()) {
                    finish(Refused.until(Reason.RATE_LIMITED, wait.get()));
                    return;
                }
                counts = true;
            }
            if (!lane().offer(hashers, () -> step(() -> compare(stored, moment)))) {
                abandon();
                finish(overloaded());
            }
        }

        private String verifier(Optional<StoredCredential> stored) {
            return stored.map(s -> s.verifier().text()).orElse(nobodysVerifier);
        }

        /** Known and unknown users of a tenant share a lane: the waiting time must not distinguish them. */
        private Lane lane() {
            return attempt.stranger()
                    ? new Lane(Optional.empty(), Lane.Proof.PASSWORD, false)
                    : PasswordAuthentication.lane(owner.tenant(), attempt.proven() || remembered.isPresent());
        }

        private boolean stillRight(Entry entry, StoredCredential stored, long moment) {
            return entry.isProvenBy(stored) && maySend(stored) && verified.confirm(entry, moment);
        }

        private void compare(Optional<StoredCredential> stored, long moment) {
            if (isLate()) {
                abandon();
                finish(overloaded());
                return;
            }
            boolean matches = matches(verifier(stored));
            if (!matches
                    || stored.isEmpty()
                    || stored.get().userState() != UserState.ACTIVE
                    || !stored.get().sender()) {
                refuse(stored);
                return;
            }
            switch (stored.get().tenantState()) {
                case ACTIVE -> {
                    recordProof();
                    accept(stored.get(), moment);
                }
                case SUSPENDED, DRAINING, OFFBOARDING -> {
                    recordProof();
                    finish(Refused.because(Reason.TENANT_SUSPENDED));
                }
                case PROVISIONING, DELETED -> refuse(stored);
            }
        }

        private void recordProof() {
            if (counts) {
                counts = false;
                throttle.succeeded(attempt);
            }
            proven(attempt);
        }

        /** Counts and remembers every cause alike, so that a repetition does not distinguish them. */
        private void refuse(Optional<StoredCredential> stored) {
            if (counts) {
                counts = false;
                throttle.failed(attempt);
            }
            if (!attempt.stranger()) {
                refusals.add(attempt.source(), key, digest.of(credential, stored, verifier(stored)));
            }
            finish(Refused.because(Reason.NOT_AUTHENTICATED));
        }

        /** Accepts the credential, unless the user was changed since the read; then the check starts again. */
        private void accept(StoredCredential proof, long moment) {
            AuthenticatedCaller caller =
                    new AuthenticatedCaller(new TenantPrincipal(credential.tenant(), credential.user()));
            if (verified.remember(credential, proof, caller, moment)) {
                verified.addSource(owner, attempt.source());
                finish(new Accepted(caller));
            } else if (tries < TRIES) {
                begin();
            } else {
                finish(overloaded());
            }
        }

        private boolean matches(String verifier) {
            counters.hashes.increment();
            Optional<char[]> password = text(credential.password());
            char[] tried = password.orElseGet(() -> new char[0]);
            try {
                return hasher.matches(tried, verifier) && password.isPresent();
            } finally {
                Arrays.fill(tried, '\0');
            }
        }

        private boolean isLate() {
            return stopped || !watch.upToDate() || nanos.getAsLong() - began > LONGEST_WAIT_NANOS;
        }

        private void finish(AuthenticationOutcome decided) {
            underWay.remove(key, this);
            counters.count(decided);
            outcome.complete(decided);
        }
    }

    /** Empty for bytes that are not UTF-8, or longer than any password. */
    private static Optional<char[]> text(byte[] utf8) {
        if (utf8.length > LONGEST_PASSWORD_BYTES) {
            return Optional.empty();
        }
        try {
            CharBuffer decoded = CharBuffer.allocate(utf8.length);
            CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
            CoderResult result = decoder.decode(ByteBuffer.wrap(utf8), decoded, true);
            if (result.isError()) {
                result.throwException();
            }
            char[] text = Arrays.copyOf(decoded.array(), decoded.position());
            Arrays.fill(decoded.array(), '\0');
            return Optional.of(text);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
