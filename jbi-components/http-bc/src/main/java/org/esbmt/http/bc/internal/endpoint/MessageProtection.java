package org.esbmt.http.bc.internal.endpoint;

import static java.util.Objects.requireNonNull;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.bc.internal.lane.Lanes;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.unit.SenderPolicy;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.message.security.api.DecryptionKeys;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.MessageSecurity;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.OutgoingSecurity;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityProfile;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.Session;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.message.security.api.SessionTokens;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens signed messages of tenants, and secures the answers. Operations with private keys run on threads that tenants
 * share fairly, never on an event loop. Thread-safe.
 */
public final class MessageProtection implements AutoCloseable {
    /** The largest signed message. Nothing of it goes on before all of it is verified. */
    static final int MOST_BYTES = 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(MessageProtection.class);
    /** The endpoint is unknown when a message is read, and decides afterwards: see {@link #isEnough}. */
    private static final SecurityProfile PROFILE = SecurityProfile.TOLERANT;

    private static final long OPENING_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long KEYS_SECONDS = 5;
    private static final int WAITING_OF_TENANT = 256;

    /**
     * The services of other bundles.
     *
     * @param sessions empty while sessions can neither begin nor go on
     */
    public record Services(
            MessageSecurity security, TenantKeys keys, ReplayClaims claims, Optional<SessionTokens> sessions) {
        public Services {
            requireNonNull(security, "security");
            requireNonNull(keys, "keys");
            requireNonNull(claims, "claims");
            requireNonNull(sessions, "sessions");
        }
    }

    /** Receives the end of {@link #open}, on the event loop. */
    interface Opening {
        void opened(OpenedMessage message);

        void refused(FaultCode code);

        void failed(Throwable cause);
    }

    private final Supplier<Optional<Services>> services;
    private final SecureRandom random = new SecureRandom();
    private final LogAllowance lines = new LogAllowance();
    private final Lanes lanes;

    /** @param services empty while one of them is missing */
    public MessageProtection(Supplier<Optional<Services>> services) {
        this.services = requireNonNull(services, "services");
        int threads = Runtime.getRuntime().availableProcessors();
        this.lanes = new Lanes("http-bc-security", threads, threads, WAITING_OF_TENANT);
    }

    /** Returns true if signed messages can be opened. */
    boolean isAvailable() {
        return services.get().isPresent();
    }

    /** Returns true if sessions can begin, too. */
    boolean hasSessions() {
        return services.get().flatMap(Services::sessions).isPresent();
    }

    private Services available() {
        return services.get().orElseThrow(() -> new OverloadedException("a service of WS-Security is missing"));
    }

    /**
     * Tells whether a signature has the extent and the protection that an endpoint asks for.
     *
     * @param by SIGNATURE, SESSION or SAML_KEY
     * @param overTls true if TLS protects the parts of the message that are not signed
     */
    static boolean isEnough(SenderPolicy policy, OpenedMessage opened, Proof by, boolean overTls) {
        if (!policy.tolerate().containsAll(opened.tolerated())) {
            return false;
        }
        if (!opened.signed().contains(MessagePart.BODY)) {
            return overTls && by == Proof.SIGNATURE && policy.accept().contains(Proof.TIMESTAMP_SIGNATURE);
        }
        return policy.accept().contains(by)
                && (policy.protect() != Protection.SIGNED_ENCRYPTED
                        || opened.encrypted().contains(MessagePart.BODY));
    }

    // ---- messages of senders

    /** Reads a complete message, without any operation with a key. */
    SecuredMessage read(byte[] message) throws SecurityRefusedException {
        return available().security().read(message, PROFILE);
    }

    /** Reads the assertion in a message without a signature, without any operation with a key. */
    SamlAssertion readAssertion(byte[] head, int from) throws SecurityRefusedException {
        return available().security().readAssertion(head, from);
    }

    /** Tells the operator why a signed message is refused. Its sender does not learn the reason. */
    void refused(TenantId tenant, String reason) {
        LOG.debug("A signed message for tenant {} is refused: {}", tenant, reason);
        lines.warn(LOG, () -> "A signed message for tenant " + tenant + " is refused: " + reason);
    }

    /**
     * The session of a token, if it is one of this tenant's. It takes some microseconds, and proves nothing about the sender
     * yet.
     */
    Optional<SenderSession> session(SessionToken token, TenantId tenant) {
        return available()
                .sessions()
                .flatMap(tokens -> tokens.open(token.identifier()))
                .filter(session -> session.tenant().equals(tenant))
                .map(session -> new SenderSession(session, token));
    }

    /**
     * Decrypts and verifies a message on a thread of the tenant's lane, with the key of the sender's certificate, which is
     * registered or confirmed by an assertion, or of the session.
     *
     * @param session null for a message with a certificate
     */
    void open(
            SecuredMessage message,
            AuthenticatedCaller sender,
            SenderSession session,
            LoopState loop,
            Opening opening) {
        TenantId tenant = sender.principal().tenant();
        try {
            TenantKeys keys = available().keys();
            inTurn(
                    tenant,
                    () -> session == null ? open(message, sender, keys) : message.open(session.session()),
                    loop,
                    (opened, failure) -> tell(tenant, opened, failure, opening));
        } catch (OverloadedException e) {
            opening.refused(FaultCode.OVERLOADED);
        }
    }

    private static OpenedMessage open(SecuredMessage message, AuthenticatedCaller sender, TenantKeys keys)
            throws SecurityRefusedException, InterruptedException, TimeoutException {
        X509Certificate certificate = sender.certificate().orElseThrow();
        return message.open(
                certificate.getPublicKey(),
                message.encrypted() ? keys(keys, sender.principal().tenant()) : DecryptionKeys.NONE);
    }

    /**
     * Runs work on a thread of the tenant's lane, and reports on the event loop.
     *
     * @throws OverloadedException if too much of the tenant's work waits already
     */
    private <T> void inTurn(TenantId tenant, Callable<T> work, LoopState loop, BiConsumer<T, Throwable> end) {
        lanes.execute(Owner.of(tenant), OPENING_NANOS, work, (result, failure) -> loop.loop()
                .execute(() -> end.accept(result, failure)));
    }

    private void tell(TenantId tenant, OpenedMessage opened, Throwable failure, Opening opening) {
        if (failure == null) {
            opening.opened(opened);
        } else if (failure instanceof SecurityRefusedException refused) {
            refused(tenant, refused.getMessage());
            opening.refused(
                    switch (refused.reason()) {
                        case INVALID -> FaultCode.NOT_AUTHENTICATED;
                        case EXPIRED -> FaultCode.MESSAGE_EXPIRED;
                        case LIMIT -> FaultCode.LIMIT_EXCEEDED;
                    });
        } else if (failure instanceof OverloadedException || failure instanceof TimeoutException) {
            opening.refused(FaultCode.OVERLOADED);
        } else {
            opening.failed(failure);
        }
    }

    private static KeySet keys(TenantKeys keys, TenantId tenant) throws InterruptedException, TimeoutException {
        Optional<KeySet> known = keys.known(tenant);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            return keys.of(tenant).toCompletableFuture().get(KEYS_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new OverloadedException(
                    "the keys of the tenant cannot be read: " + e.getCause().getMessage());
        }
    }

    /** Claims an opened message, so that no node accepts a repetition. Reports on the event loop. */
    void claim(TenantId tenant, OpenedMessage opened, LoopState loop, Consumer<ClaimOutcome> outcome) {
        ReplayClaims claims;
        try {
            claims = available().claims();
        } catch (OverloadedException e) {
            outcome.accept(ClaimOutcome.UNAVAILABLE);
            return;
        }
        claims.claim(tenant, opened.claim(), opened.expires()).whenComplete((claimed, failure) -> loop.loop()
                .execute(() -> outcome.accept(failure == null ? claimed : ClaimOutcome.UNAVAILABLE)));
    }

    // ---- answers

    /**
     * Secures a whole answer. Blocks for the tenant's keys, and for an operation with the private one. In a session it needs
     * neither.
     *
     * @param recipient the sender of the request
     * @param session of the request; null if it has none
     * @param confirmed the value of the request's signature by a certificate, in Base64; empty if it has none
     * @throws NotSecuredException if the answer is not a SOAP message, or the tenant has no key for signatures
     * @throws OverloadedException if the keys cannot be read now
     */
    byte[] secure(
            byte[] answer,
            Protection how,
            AuthenticatedCaller recipient,
            SenderSession session,
            Optional<String> confirmed)
            throws NotSecuredException, InterruptedException, TimeoutException {
        boolean encrypted = how == Protection.SIGNED_ENCRYPTED;
        if (session == null) {
            return secure(answer, encrypted, recipient, confirmed);
        }
        try {
            return available().security().secure(answer, session.session(), session.token(), encrypted);
        } catch (SecurityRefusedException e) {
            throw new NotSecuredException("it cannot be secured: " + e.getMessage());
        }
    }

    private byte[] secure(byte[] answer, boolean encrypted, AuthenticatedCaller recipient, Optional<String> confirmed)
            throws NotSecuredException, InterruptedException, TimeoutException {
        Services there = available();
        TenantId tenant = recipient.principal().tenant();
        OwnKey key = keys(there.keys(), tenant)
                .current(KeyPurpose.SIGN)
                .orElseThrow(() -> new NotSecuredException(
                        "tenant " + tenant + " has no current key with the purpose SIGN; generate or import one"));
        Optional<X509Certificate> certificate =
                encrypted ? Optional.of(recipient.certificate().orElseThrow()) : Optional.empty();
        try {
            return there.security()
                    .secure(
                            answer,
                            new OutgoingSecurity(
                                    Optional.of(new OutgoingSecurity.Signer(key.key(), key.certificate())),
                                    certificate,
                                    false,
                                    confirmed,
                                    Optional.empty()));
        } catch (SecurityRefusedException | IllegalArgumentException e) {
            // the latter for a sender with an EC certificate, for whom nothing can be encrypted
            throw new NotSecuredException("it cannot be secured: " + e.getMessage());
        }
    }

    // ---- sessions

    /** Reads an opened message as a request for a session; empty if it is for the service. */
    Optional<SessionRequest> sessionRequest(OpenedMessage opened) throws SecurityRefusedException {
        return available().security().sessionRequest(opened);
    }

    /**
     * Answers a request for a session, on a thread of the tenant's lane. A new session begins with a signature by a
     * certificate, and its key is encrypted for that. The end of a session is confirmed with the proof of its request.
     *
     * @param session of the request; null if it has none
     * @param end receives the secured answer or the failure, on the event loop
     * @throws OverloadedException if too much of the tenant's work waits already
     */
    void answer(
            SessionRequest request,
            AuthenticatedCaller sender,
            SenderSession session,
            LoopState loop,
            BiConsumer<byte[], Throwable> end) {
        SessionTokens tokens =
                available().sessions().orElseThrow(() -> new OverloadedException("the service of sessions is missing"));
        inTurn(
                sender.principal().tenant(),
                () -> {
                    byte[] answer = request.kind() == SessionRequest.Kind.CANCEL
                            ? request.cancelled()
                            : issued(request, sender, tokens);
                    return session == null
                            ? secure(answer, true, sender, Optional.empty())
                            : secure(answer, Protection.SIGNED, sender, session, Optional.empty());
                },
                loop,
                end);
    }

    private byte[] issued(SessionRequest request, AuthenticatedCaller sender, SessionTokens tokens) {
        byte[] key = new byte[Session.KEY_BYTES];
        random.nextBytes(key);
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Session session = new Session(
                sender.principal().tenant(),
                sender.principal().user(),
                CertificateDigest.of(sender.certificate().orElseThrow()),
                now,
                now.plus(Session.LONGEST),
                key);
        return request.issued(session, tokens.seal(session));
    }

    /** An answer that cannot be protected as its endpoint promises, and so must not leave. */
    static final class NotSecuredException extends Exception {
        private static final long serialVersionUID = 1L;

        /** @param reason part of a sentence for the operator */
        NotSecuredException(String reason) {
            super(reason);
        }
    }

    @Override
    public void close() {
        lanes.close();
    }
}
