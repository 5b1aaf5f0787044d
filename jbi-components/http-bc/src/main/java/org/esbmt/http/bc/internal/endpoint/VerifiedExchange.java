package org.esbmt.http.bc.internal.endpoint;

import static java.util.Objects.requireNonNull;

import java.security.cert.X509Certificate;
import java.util.concurrent.TimeoutException;
import javax.jbi.messaging.InOnly;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.RobustInOnly;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.endpoint.OutboundKeys.NoCredentialException;
import org.esbmt.http.bc.internal.soap.BodyFault;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.MessagePart;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.message.security.api.SecuredMessage;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.registry.api.ClaimOutcome;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * An exchange whose answer, a fault too, must be signed by the partner, and must confirm the signature of this request.
 * Nothing of it goes on before all of it is verified, and claimed as the first of its kind. An answer without content
 * proves nothing.
 */
final class VerifiedExchange extends ProviderExchange {
    private final SecuredProvider provider;
    private final byte[] signature;

    /** @param signature the value of the request's signature */
    VerifiedExchange(
            ProviderEndpoint endpoint,
            SecuredProvider provider,
            MessageExchange exchange,
            byte[] head,
            Headers headers,
            HttpBody body,
            byte[] signature) {
        super(endpoint, exchange, head, headers, body);
        this.provider = provider;
        this.signature = requireNonNull(signature, "signature");
    }

    @Override
    void nothing() throws MessagingException {
        if (exchange() instanceof InOnly || exchange() instanceof RobustInOnly) {
            super.nothing();
        } else {
            untrusted("it is empty");
        }
    }

    @Override
    void deliver(boolean fault, int status, Headers headers, HttpBody answer) {
        Verification verification = new Verification();
        try {
            endpoint()
                    .sources()
                    .write(
                            endpoint().backEnd().owner(),
                            answer,
                            verification,
                            answer.loop(),
                            endpoint().readNanos(),
                            plain -> claim(verification.opened, verification.fault, status, headers, plain),
                            this::notVerified);
        } catch (OverloadedException e) {
            answer.discard();
            notVerified(e);
        }
    }

    /** Decrypts and verifies the answer, on a thread of the tenant's lane. */
    private final class Verification implements SourceWriter.Rewriting {
        private OpenedMessage opened;
        /** By the signed Body: nobody has signed the status. */
        private boolean fault;

        @Override
        public int most() {
            return MessageProtection.MOST_BYTES;
        }

        @Override
        public byte[] of(byte[] answer)
                throws NoCredentialException, SecurityRefusedException, InterruptedException, TimeoutException {
            KeySet set = provider.keys().awaited();
            String name = provider.definition().partner().orElseThrow();
            X509Certificate partner = provider.keys().partner(set, name);
            SecuredMessage read =
                    provider.keys().services().security().readAnswer(answer, provider.profile(), signature);
            if (!read.certificate().equals(CertificateDigest.of(partner))) {
                throw forged("it is signed with another certificate than that of the partner '" + name + "'");
            }
            opened = read.open(partner.getPublicKey(), set);
            if (!opened.signed().contains(MessagePart.BODY)) {
                throw forged("its Body is not signed");
            }
            if (provider.definition().expect() == Protection.SIGNED_ENCRYPTED
                    && !opened.encrypted().contains(MessagePart.BODY)) {
                throw forged("its Body is not encrypted");
            }
            fault = isFault(opened.message());
            return opened.message();
        }
    }

    private static boolean isFault(byte[] message) throws SecurityRefusedException {
        try {
            return BodyFault.isIn(message, XmlLimits.DEFAULTS.withMessageBytes(MessageProtection.MOST_BYTES));
        } catch (XmlRefusedException e) {
            throw forged("it cannot be read: " + e.getMessage());
        }
    }

    private static SecurityRefusedException forged(String sentence) {
        return new SecurityRefusedException(SecurityRefusedException.Reason.INVALID, sentence);
    }

    private void claim(OpenedMessage opened, boolean fault, int status, Headers headers, HttpBody plain) {
        try {
            provider.keys()
                    .services()
                    .claims()
                    .claim(provider.keys().tenant(), opened.claim(), opened.expires())
                    .whenComplete((outcome, failure) -> plain.loop().loop().execute(() -> {
                        if (failure == null && outcome == ClaimOutcome.FIRST) {
                            verified(fault, status, headers, plain);
                        } else {
                            plain.discard();
                            notFirst(failure == null ? outcome : ClaimOutcome.UNAVAILABLE);
                        }
                    }));
        } catch (OverloadedException e) {
            plain.discard();
            notVerified(e);
        }
    }

    private void verified(boolean fault, int status, Headers headers, HttpBody plain) {
        try {
            super.deliver(fault, status, headers, plain);
        } catch (MessagingException | RuntimeException e) {
            plain.discard();
            fail(endpoint(), exchange(), e);
        }
    }

    private void notFirst(ClaimOutcome outcome) {
        if (outcome == ClaimOutcome.REPEATED) {
            untrusted("it was received before");
        } else {
            notVerified(new OverloadedException("its repetition cannot be ruled out: " + outcome));
        }
    }

    private void notVerified(Throwable cause) {
        if (cause instanceof SecurityRefusedException
                || cause instanceof NoCredentialException
                || cause instanceof SourceWriter.TooLargeException) {
            untrusted(cause.getMessage());
        } else if (cause instanceof BackEndException known) {
            endpoint().backEnd().warn(known);
            fail(endpoint(), exchange(), known);
        } else {
            // the keys, the claims or the room of the bus, or a message that broke off
            provider.warn("An answer is not verified, of", String.valueOf(cause.getMessage()));
            FaultCode code = cause instanceof OverloadedException || cause instanceof TimeoutException
                    ? FaultCode.OVERLOADED
                    : FaultCode.BACKEND_UNAVAILABLE;
            fail(endpoint(), exchange(), new BackEndException(code, "its answer is not verified"));
        }
    }

    private void untrusted(String reason) {
        provider.warn("An answer is refused, of", reason);
        fail(
                endpoint(),
                exchange(),
                new BackEndException(FaultCode.BACKEND_UNAVAILABLE, "its answer is not to be trusted"));
    }
}
