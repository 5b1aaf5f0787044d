package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.Unpooled;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SenderNames;
import org.esbmt.http.bc.internal.unit.SenderPolicy;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SecurityRefusedException.Reason;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.message.security.api.SessionRequest.Kind;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenProof;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The step between the head of a tenant's message and its sender. It finds the proofs that the message carries, in this
 * order: the password of a TenantContext, a signature, a UsernameToken, a SAML assertion, a bearer token, the client
 * certificate of TLS. It has the first one verified. Its user decides the endpoint, which must take that proof. Then it has each further proof
 * verified that the endpoint takes, too, and all must name the same user. So no refusal tells of an endpoint, before the
 * sender is proven. A message with a password alone needs no instance. Confined to the call's event loop.
 */
final class SenderCheck implements SecuredSender.Waiting, SenderAuthentication.Waiting {
    private static final Logger LOG = LoggerFactory.getLogger(SenderCheck.class);

    /** Receives the outcome, on the call's event loop, possibly after the call is over. */
    interface Waiting extends SenderAuthentication.Waiting {
        /** Takes the plain text of the message, whose signature is verified, in its place. */
        void opened(IncomingMessage plain);

        /** The message must not pass. */
        void refused(HeadResult.Refused refusal);

        /** The endpoint takes the message with its proofs. */
        void taken();
    }

    private final HttpCall call;
    private final Candidates candidates;
    private final RequestServices services;
    private final Waiting waiting;
    private IncomingMessage message;
    private SecuredSender signer; // of a message with a signature that is to be verified
    private OpenedMessage opened; // the same, once its signature is verified
    private Proof openedBy; // the kind of key of that signature
    private SenderSession session; // of that signature; null for one with a certificate
    private Proof first;
    private AuthenticatedCaller sender; // by the first proof
    private Set<Proof> others; // to be verified, once the endpoint is known

    private SenderCheck(
            IncomingMessage message, HttpCall call, Candidates candidates, RequestServices services, Waiting waiting) {
        this.message = message;
        this.call = call;
        this.candidates = candidates;
        this.services = services;
        this.waiting = waiting;
    }

    /** The check of a message whose head is read; null if its one proof is a password in the TenantContext. */
    static SenderCheck of(
            IncomingMessage message, HttpCall call, Candidates candidates, RequestServices services, Waiting waiting) {
        boolean passwordAlone = message.credential() != null
                && !message.isSigned()
                && message.usernameToken() == null
                && message.assertion() == null
                && call.bearerToken() == null
                && call.clientCertificate() == null;
        return passwordAlone ? null : new SenderCheck(message, call, candidates, services, waiting);
    }

    /** Returns true if an endpoint takes messages with a password alone. */
    static boolean takesPassword(SenderPolicy policy) {
        return policy.accept().contains(Proof.PASSWORD);
    }

    private Set<Proof> carried() {
        Set<Proof> carried = EnumSet.noneOf(Proof.class);
        if (message.credential() != null) {
            carried.add(Proof.PASSWORD);
        }
        if (opened == null && message.isSigned()) {
            carried.add(Proof.SIGNATURE);
        }
        if (message.usernameToken() != null) {
            carried.add(Proof.USERNAME_TOKEN);
        }
        if (message.assertion() != null && !message.isSigned()) { // else it belongs to the signature
            carried.add(Proof.SAML);
        }
        if (call.bearerToken() != null) {
            carried.add(Proof.BEARER);
        }
        if (call.clientCertificate() != null) {
            carried.add(Proof.CLIENT_CERTIFICATE);
        }
        return carried;
    }

    // ---- the first proof

    /** Has the first of the proofs verified. A signature needs the whole message. */
    void begin() {
        Set<Proof> carried = carried();
        first = carried.isEmpty() ? null : carried.iterator().next();
        if (first == null || (first != Proof.PASSWORD && tenant() == null)) {
            refuse(FaultCode.CONTEXT_MISSING);
        } else if (first != Proof.SIGNATURE) {
            prove(first);
        } else if (!services.protection().isAvailable()) {
            refuse(FaultCode.OVERLOADED);
        } else if (call.limit(MessageProtection.MOST_BYTES)) {
            signer = new SecuredSender(services.protection(), services.senders(), call, this);
        }
    }

    private void prove(Proof proof) {
        switch (proof) {
            case PASSWORD -> prove(message.credential());
            case USERNAME_TOKEN -> {
                proveIfPresent(UsernameTokens.proof(message.usernameToken(), tenant(), call, services.failureLines()));
            }
            case SAML -> proveByAssertion();
            case BEARER -> {
                if (call.isOverTls()) {
                    prove(new TokenProof(tenant(), call.bearerToken()));
                } else {
                    UsernameTokens.inTheClear("bearer token", tenant(), services.failureLines());
                    refuse(FaultCode.SECURITY_INVALID);
                }
            }
            case CLIENT_CERTIFICATE ->
                prove(new CertificateProof(tenant(), CertificateDigest.of(call.clientCertificate())));
            case SIGNATURE, TIMESTAMP_SIGNATURE, SAML_KEY, SESSION ->
                refuse(FaultCode.SECURITY_INVALID); // too late to be verified
        }
    }

    private void proveByAssertion() {
        Optional<SenderProof> claim;
        try {
            claim = Assertions.ofBearer(message, tenant(), call, services.protection(), services.failureLines());
        } catch (OverloadedException e) {
            refuse(FaultCode.OVERLOADED);
            return;
        }
        proveIfPresent(claim);
    }

    private void proveIfPresent(Optional<SenderProof> claim) {
        if (claim.isPresent()) {
            prove(claim.get());
        } else {
            refuse(FaultCode.SECURITY_INVALID);
        }
    }

    private void prove(SenderProof proof) {
        services.senders().prove(proof, call, this);
    }

    /** The tenant for whom the message claims to be: by its address, or its TenantContext; null if there is none. */
    private TenantId tenant() {
        if (sender != null) {
            return sender.principal().tenant();
        }
        TenantId addressed = candidates.tenant();
        return addressed == null ? message.names().map(SenderNames::tenant).orElse(null) : addressed;
    }

    /** Goes on with the complete message; returns false if the sender's proof is in the head. */
    boolean end() {
        if (signer == null) {
            return false;
        }
        signer.open(message.bytes(), tenant());
        return true;
    }

    @Override
    public void opened(AuthenticatedCaller signed, OpenedMessage plain, Proof by, SenderSession of) {
        if (!call.isOpen()) {
            return; // the client has disconnected
        }
        opened = plain;
        openedBy = by;
        session = of;
        message = message.opened(call, services);
        waiting.opened(message);
        Optional<HeadResult.Refused> refusal =
                message.gather(Unpooled.wrappedBuffer(plain.message())).or(message::end);
        if (refusal.isPresent()) {
            waiting.refused(refusal.get());
        } else if (message.named().isPresent() && !plain.signed().contains(MessagePart.TENANT_CONTEXT)) {
            refuse(FaultCode.SECURITY_INVALID);
        } else {
            proven(signed);
        }
    }

    @Override
    public void proven(AuthenticatedCaller proven) {
        if (!call.isOpen()) {
            return; // the client has disconnected
        }
        if (sender != null) {
            goOn(proven);
        } else if (message.named().map(proven.principal()::equals).orElse(true)) {
            sender = proven;
            waiting.proven(proven);
        } else {
            refuse(FaultCode.SECURITY_INVALID);
        }
    }

    @Override
    public void notProven(FaultCode code, OptionalLong retryAfterMillis) {
        waiting.notProven(code, retryAfterMillis);
    }

    @Override
    public void notAnswered(Throwable cause) {
        waiting.notAnswered(cause);
    }

    // ---- the endpoint's policy

    /** Holds the message of a proven sender to the policy of its endpoint. */
    void hold(SenderPolicy policy) {
        if (!isTaken(policy) || !isAnswerable(policy)) {
            refuse(FaultCode.SECURITY_INVALID);
            return;
        }
        others = carried();
        others.remove(first);
        others.removeIf(proof -> proof != Proof.PASSWORD && !looksAt(policy, proof));
        boolean dropped = (policy.accept().contains(Proof.USERNAME_TOKEN) && message.usernameToken() != null)
                || (policy.accept().contains(Proof.SAML) && message.assertion() != null);
        if (dropped) {
            message.dropSecurity();
        }
        next();
    }

    /** Tells if the endpoint takes such proofs, so that one that nobody verifies would look like one. */
    private boolean looksAt(SenderPolicy policy, Proof proof) {
        Set<Proof> accept = policy.accept();
        if (proof != Proof.SIGNATURE) {
            return accept.contains(proof);
        }
        return accept.contains(Proof.SIGNATURE)
                || accept.contains(Proof.TIMESTAMP_SIGNATURE)
                || accept.contains(Proof.SAML_KEY)
                || (accept.contains(Proof.SAML) && message.assertion() != null);
    }

    private boolean isTaken(SenderPolicy policy) {
        return first == Proof.SIGNATURE
                ? MessageProtection.isEnough(policy, opened, openedBy, call.isOverTls())
                : policy.accept().contains(first);
    }

    /** An answer is encrypted for an RSA key alone. The back end does not work for a sender who cannot get the answer. */
    private boolean isAnswerable(SenderPolicy policy) {
        boolean answerable = policy.answer() != Protection.SIGNED_ENCRYPTED
                || session != null
                || sender.certificate()
                        .filter(certificate -> certificate.getPublicKey() instanceof RSAPublicKey)
                        .isPresent();
        if (!answerable) {
            services.protection()
                    .refused(tenant(), "its answer is to be encrypted, and the sender's certificate has no RSA key");
        }
        return answerable;
    }

    private void goOn(AuthenticatedCaller proven) {
        if (proven.principal().equals(sender.principal())) {
            next();
        } else {
            LOG.debug("A message of {} has a proof of another user.", sender);
            refuse(FaultCode.SECURITY_INVALID);
        }
    }

    private void next() {
        if (others.isEmpty()) {
            waiting.taken();
            return;
        }
        Proof next = others.iterator().next();
        others.remove(next);
        prove(next);
    }

    // ---- sessions

    /** The session under which the message is signed; null if there is none. */
    SenderSession session() {
        return session;
    }

    /** The value of the signature by a certificate in Base64, for the answer to confirm; empty if there is none. */
    Optional<String> signature() {
        return opened == null || session != null
                ? Optional.empty()
                : Optional.of(Base64.getEncoder().encodeToString(opened.signature()));
    }

    /**
     * The message as a request to the bus itself; empty if it is for the service. Sessions begin with a registered
     * certificate, so none prolongs itself or outlives an assertion. They end under themselves, or by a certificate, as
     * clients of CXF end them.
     *
     * @throws SecurityRefusedException if it is another request of WS-Trust, such as a renewal
     */
    Optional<SessionRequest> sessionRequest(SenderPolicy policy) throws SecurityRefusedException {
        if (opened == null || !policy.accept().contains(Proof.SESSION)) {
            return Optional.empty();
        }
        Optional<SessionRequest> request = services.protection().sessionRequest(opened);
        boolean whole = opened.signed().contains(MessagePart.BODY);
        boolean byAssertion = openedBy == Proof.SAML_KEY;
        if (request.isPresent()
                && (byAssertion || !(whole && isAnswered(request.get().kind())))) {
            throw new SecurityRefusedException(
                    Reason.INVALID, "A request of WS-Trust is not one that the bus answers.");
        }
        return request;
    }

    private boolean isAnswered(Kind kind) {
        return kind == Kind.CANCEL || (kind == Kind.ISSUE && session == null);
    }

    private void refuse(FaultCode code) {
        waiting.notProven(code, OptionalLong.empty());
    }
}
