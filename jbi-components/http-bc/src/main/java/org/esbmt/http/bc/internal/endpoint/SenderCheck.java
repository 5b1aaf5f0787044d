package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.Unpooled;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SenderNames;
import org.esbmt.http.bc.internal.unit.SenderPolicy;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Proof;
import org.esbmt.message.security.api.OpenedMessage;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;

/**
 * The step between the head of a tenant's message and its sender. It finds the proofs that the message carries, and has
 * one verified. Once the sender's endpoint is known, it holds the message to the policy of that endpoint. A message with
 * a password alone needs no instance. Confined to the call's event loop.
 */
final class SenderCheck implements SecuredSender.Waiting {

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
    private SecuredSender signer; // of a message without a password
    private OpenedMessage opened; // the same, once its signature is verified

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
        return message.credential() != null && !message.isSigned()
                ? null
                : new SenderCheck(message, call, candidates, services, waiting);
    }

    /** Returns true if an endpoint takes messages with a password alone. */
    static boolean takesPassword(SenderPolicy policy) {
        return policy.accept().contains(Proof.PASSWORD);
    }

    /** Has the sender verified by the first of the proofs. A signature needs the whole message. */
    void begin() {
        TenantCredential credential = message.credential();
        if (credential != null) {
            services.senders().prove(credential, call, waiting);
        } else if (tenant() == null || !services.protection().isAvailable()) {
            refuse(FaultCode.CONTEXT_MISSING);
        } else if (call.limit(MessageProtection.MOST_BYTES)) {
            signer = new SecuredSender(services.protection(), services.senders(), call, this);
        }
    }

    /** The tenant for whom the message claims to be: by its address, or its TenantContext; null if there is none. */
    private TenantId tenant() {
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
    public void opened(AuthenticatedCaller sender, OpenedMessage plain) {
        if (!call.isOpen()) {
            return; // the client has disconnected
        }
        opened = plain;
        message = message.opened(call, services);
        waiting.opened(message);
        Optional<HeadResult.Refused> refusal =
                message.gather(Unpooled.wrappedBuffer(plain.message())).or(message::end);
        if (refusal.isPresent()) {
            waiting.refused(refusal.get());
        } else if (!message.isContextOf(sender.principal(), plain)) {
            refuse(FaultCode.SECURITY_INVALID);
        } else if (message.credential() == null) {
            waiting.proven(sender);
        } else {
            services.senders().prove(message.credential(), call, waiting); // both proofs name the same user
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

    /** Holds the message of a proven sender to the policy of its endpoint. */
    void hold(SenderPolicy policy) {
        if (MessageProtection.isEnough(policy, message, opened)) {
            waiting.taken();
        } else {
            refuse(FaultCode.SECURITY_INVALID);
        }
    }

    private void refuse(FaultCode code) {
        waiting.notProven(code, OptionalLong.empty());
    }
}
