package org.esbmt.http.bc.internal.endpoint;

import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SessionToken;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.tenancy.api.AssertionProof;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.CertificateProof;
import org.esbmt.tenancy.api.SamlAssertion;
import org.esbmt.tenancy.api.TenantId;

/**
 * The sender of one signed message. The steps go from cheap to dear: the grammar of the Security block, the session if it
 * has one, the user of the certificate or of the assertion, decryption and signature on a thread of the tenant's lane, the claim that the message is no repetition.
 * Before all of them have succeeded nothing is known about the endpoint, so no refusal tells of one. Confined to the
 * call's event loop, and used once.
 */
final class SecuredSender implements SenderAuthentication.Waiting {

    /** Receives the outcome, as for {@link SenderAuthentication.Waiting}. */
    interface Waiting {
        /**
         * The signature is that of the sender, and the message is received for the first time.
         *
         * @param by SIGNATURE, SESSION or SAML_KEY
         * @param session null for a signature with a certificate
         */
        void opened(AuthenticatedCaller sender, OpenedMessage message, Proof by, SenderSession session);

        void notProven(FaultCode code, OptionalLong retryAfterMillis);

        void notAnswered(Throwable cause);
    }

    private final MessageProtection protection;
    private final SenderAuthentication senders;
    private final HttpCall call;
    private final Waiting waiting;
    private SecuredMessage message;
    private SenderSession session; // null for a message with a certificate

    SecuredSender(MessageProtection protection, SenderAuthentication senders, HttpCall call, Waiting waiting) {
        this.protection = protection;
        this.senders = senders;
        this.call = call;
        this.waiting = waiting;
    }

    /**
     * Begins with the complete message.
     *
     * @param tenant the tenant of the address, or of the TenantContext
     */
    void open(byte[] bytes, TenantId tenant) {
        try {
            message = protection.read(bytes);
            identify(tenant);
        } catch (SecurityRefusedException e) {
            protection.refused(tenant, e.getMessage());
            waiting.notProven(FaultCode.SECURITY_INVALID, OptionalLong.empty());
        } catch (OverloadedException e) { // a service has stopped since the message began
            waiting.notProven(FaultCode.OVERLOADED, OptionalLong.empty());
        }
    }

    private void identify(TenantId tenant) {
        Optional<SessionToken> token = message.session();
        Optional<SamlAssertion> assertion = message.assertion();
        if (assertion.isPresent()) {
            if (Assertions.isFor(assertion.get(), call)) {
                senders.prove(new AssertionProof(tenant, assertion.get()), call, this);
            } else {
                protection.refused(tenant, "Its assertion is for another recipient.");
                waiting.notProven(FaultCode.SECURITY_INVALID, OptionalLong.empty());
            }
            return;
        }
        if (token.isEmpty()) {
            senders.prove(new CertificateProof(tenant, message.certificate()), call, this);
            return;
        }
        Optional<SenderSession> found = protection.session(token.get(), tenant);
        if (found.isEmpty()) {
            protection.refused(tenant, "Its session is over, or not one of this tenant and installation.");
            waiting.notProven(FaultCode.NOT_AUTHENTICATED, OptionalLong.empty());
            return;
        }
        session = found.get();
        senders.prove(new CertificateProof(tenant, session.session().certificate()), call, this);
    }

    @Override
    public void proven(AuthenticatedCaller sender) {
        if (session != null
                && !session.session().user().equals(sender.principal().user())) {
            protection.refused(sender.principal().tenant(), "Its session is that of another user.");
            waiting.notProven(FaultCode.NOT_AUTHENTICATED, OptionalLong.empty());
            return;
        }
        protection.open(message, sender, session, call.loop(), new MessageProtection.Opening() {
            @Override
            public void opened(OpenedMessage opened) {
                claim(sender, opened);
            }

            @Override
            public void refused(FaultCode code) {
                waiting.notProven(code, OptionalLong.empty());
            }

            @Override
            public void failed(Throwable cause) {
                waiting.notAnswered(cause);
            }
        });
    }

    private void claim(AuthenticatedCaller sender, OpenedMessage opened) {
        protection.claim(sender.principal().tenant(), opened, call.loop(), outcome -> {
            if (outcome == ClaimOutcome.FIRST) {
                waiting.opened(sender, opened, proof(), session);
            } else {
                waiting.notProven(code(outcome), OptionalLong.empty());
            }
        });
    }

    private Proof proof() {
        if (session != null) {
            return Proof.SESSION;
        }
        return message.assertion().isPresent() ? Proof.SAML_KEY : Proof.SIGNATURE;
    }

    private static FaultCode code(ClaimOutcome outcome) {
        return switch (outcome) {
            case FIRST -> throw new IllegalArgumentException("no refusal");
            case REPEATED -> FaultCode.SECURITY_INVALID;
            case REFUSED_FULL -> FaultCode.RATE_LIMITED;
            case UNAVAILABLE -> FaultCode.OVERLOADED;
        };
    }

    @Override
    public void notProven(FaultCode code, OptionalLong retryAfterMillis) {
        waiting.notProven(code, retryAfterMillis);
    }

    @Override
    public void notAnswered(Throwable cause) {
        waiting.notAnswered(cause);
    }
}
