package org.esbmt.http.bc.internal.endpoint;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.registry.api.ReplayClaims;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.KeyPurpose;
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
    private static final SecurityProfile PROFILE = SecurityProfile.STRICT;
    private static final long OPENING_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long KEYS_SECONDS = 5;
    private static final int WAITING_OF_TENANT = 256;

    /** The services of other bundles, all there. */
    public record Services(MessageSecurity security, TenantKeys keys, ReplayClaims claims) {
        public Services {
            requireNonNull(security, "security");
            requireNonNull(keys, "keys");
            requireNonNull(claims, "claims");
        }
    }

    /** Receives the end of {@link #open}, on the event loop. */
    interface Opening {
        void opened(OpenedMessage message);

        void refused(FaultCode code);

        void failed(Throwable cause);
    }

    private final Supplier<Optional<Services>> services;
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

    private Services available() {
        return services.get().orElseThrow(() -> new OverloadedException("a service of WS-Security is missing"));
    }

    /**
     * Tells whether a signature has the extent and the protection that an endpoint asks for.
     *
     * @param overTls true if TLS protects the parts of the message that are not signed
     */
    static boolean isEnough(SenderPolicy policy, OpenedMessage opened, boolean overTls) {
        if (!opened.signed().contains(MessagePart.BODY)) {
            return overTls && policy.accept().contains(Proof.TIMESTAMP_SIGNATURE);
        }
        return policy.accept().contains(Proof.SIGNATURE)
                && (policy.protect() != Protection.SIGNED_ENCRYPTED
                        || opened.encrypted().contains(MessagePart.BODY));
    }

    // ---- messages of senders

    /** Reads a complete message, without any operation with a key. */
    SecuredMessage read(byte[] message) throws SecurityRefusedException {
        return available().security().read(message, PROFILE);
    }

    /** Tells the operator why a signed message is refused. Its sender does not learn the reason. */
    void refused(TenantId tenant, SecurityRefusedException reason) {
        LOG.debug("A signed message for tenant {} is refused: {}", tenant, reason.getMessage());
        lines.warn(LOG, () -> "A signed message for tenant " + tenant + " is refused: " + reason.getMessage());
    }

    /** Decrypts and verifies a message on a thread of the tenant's lane, with the key of the sender's certificate. */
    void open(SecuredMessage message, AuthenticatedCaller sender, LoopState loop, Opening opening) {
        TenantId tenant = sender.principal().tenant();
        X509Certificate certificate = sender.certificate().orElseThrow();
        try {
            TenantKeys keys = available().keys();
            lanes.execute(
                    Owner.of(tenant),
                    OPENING_NANOS,
                    () -> message.open(
                            certificate.getPublicKey(), message.encrypted() ? keys(keys, tenant) : DecryptionKeys.NONE),
                    (opened, failure) -> loop.loop().execute(() -> tell(tenant, opened, failure, opening)));
        } catch (OverloadedException e) {
            opening.refused(FaultCode.OVERLOADED);
        }
    }

    private void tell(TenantId tenant, OpenedMessage opened, Throwable failure, Opening opening) {
        if (failure == null) {
            opening.opened(opened);
        } else if (failure instanceof SecurityRefusedException refused) {
            refused(tenant, refused);
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
     * Secures a whole answer. Blocks for the tenant's keys, and for an operation with the private one.
     *
     * @param recipient the sender of the request
     * @throws NotSecuredException if the answer is not a SOAP message, or the tenant has no key for signatures
     * @throws OverloadedException if the keys cannot be read now
     */
    byte[] secure(byte[] answer, Protection how, AuthenticatedCaller recipient)
            throws NotSecuredException, InterruptedException, TimeoutException {
        Services there = available();
        TenantId tenant = recipient.principal().tenant();
        OwnKey key = keys(there.keys(), tenant)
                .current(KeyPurpose.SIGN)
                .orElseThrow(() -> new NotSecuredException(
                        "tenant " + tenant + " has no current key with the purpose SIGN; generate or import one"));
        Optional<X509Certificate> certificate = how == Protection.SIGNED_ENCRYPTED
                ? Optional.of(recipient.certificate().orElseThrow())
                : Optional.empty();
        try {
            return there.security()
                    .secure(
                            answer,
                            new OutgoingSecurity(
                                    Optional.of(new OutgoingSecurity.Signer(key.key(), key.certificate())),
                                    certificate,
                                    false));
        } catch (SecurityRefusedException | IllegalArgumentException e) {
            // the latter for a sender with an EC certificate, for whom nothing can be encrypted
            throw new NotSecuredException("it cannot be secured: " + e.getMessage());
        }
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
