package org.esbmt.http.bc.internal.endpoint;

import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.SenderProof;
import org.esbmt.tenancy.api.TenantAuthenticator;

/**
 * Verifies a sender's identity by the credential of the message. One stateless instance serves all requests. It is
 * called on the event loop of a client's connection, and answers on that loop.
 */
final class SenderAuthentication {

    /** Receives the outcome. One method is called once, on the call's event loop, possibly after the call is over. */
    interface Waiting {
        void proven(AuthenticatedCaller sender);

        /**
         * Refuses the sender.
         *
         * @param retryAfterMillis empty if a later attempt is useless
         */
        void notProven(FaultCode code, OptionalLong retryAfterMillis);

        /**
         * Reports a failure of the authenticator.
         *
         * @param cause may be null
         */
        void notAnswered(Throwable cause);
    }

    private final TenantAuthenticator authenticator;

    SenderAuthentication(TenantAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    /**
     * Reports a known outcome at once. Otherwise the call's body is not read further until the outcome is known. A
     * password is overwritten at the end.
     */
    void prove(SenderProof proof, HttpCall call, Waiting waiting) {
        Optional<AuthenticatedCaller> known = authenticator.known(proof, call.source());
        if (known.isPresent()) {
            proof.forget();
            waiting.proven(known.get());
            return;
        }
        call.pause();
        authenticator
                .authenticate(proof, call.source())
                .whenComplete((outcome, failure) -> call.loop().loop().execute(() -> {
                    proof.forget();
                    call.resume();
                    tell(waiting, outcome, failure);
                }));
    }

    private static void tell(Waiting waiting, AuthenticationOutcome outcome, Throwable failure) {
        if (outcome instanceof AuthenticationOutcome.Accepted accepted) {
            waiting.proven(accepted.caller());
        } else if (outcome instanceof AuthenticationOutcome.Refused refused) {
            waiting.notProven(
                    code(refused.reason()),
                    refused.retryAfter().isPresent()
                            ? OptionalLong.of(refused.retryAfter().get().toMillis())
                            : OptionalLong.empty());
        } else {
            waiting.notAnswered(failure);
        }
    }

    private static FaultCode code(AuthenticationOutcome.Reason reason) {
        return switch (reason) {
            case NOT_AUTHENTICATED -> FaultCode.NOT_AUTHENTICATED;
            case TENANT_SUSPENDED -> FaultCode.TENANT_SUSPENDED;
            case RATE_LIMITED -> FaultCode.RATE_LIMITED;
            case OVERLOADED -> FaultCode.OVERLOADED;
        };
    }
}
