package org.esbmt.http.bc.internal.endpoint;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.esbmt.http.bc.internal.edge.HttpCall;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.TenantAuthenticator;
import org.esbmt.tenancy.api.TenantCredential;

/**
 * Finds out whether a sender is who the message says. One for all requests, without a state of its own: called on the
 * event loop of a client's connection, it answers on that loop.
 */
final class SenderAuthentication {

    /** Who waits to know. Told one of these once, on its event loop; possibly after its call is over. */
    interface Waiting {
        void proven(AuthenticatedCaller sender);

        /**
         * The sender is not let in.
         *
         * @param retryAfterMillis empty where waiting does not help
         */
        void notProven(FaultCode code, OptionalLong retryAfterMillis);

        /**
         * The authenticator failed.
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
     * Tells the waiting one at once what is known; where it is not, nothing more is read of the call's body until it
     * is. The credential's password is overwritten in the end.
     */
    void prove(TenantCredential credential, HttpCall call, Waiting waiting) {
        Optional<AuthenticatedCaller> known = authenticator.known(credential);
        if (known.isPresent()) {
            Arrays.fill(credential.password(), (byte) 0);
            waiting.proven(known.get());
            return;
        }
        call.pause();
        authenticator
                .authenticate(credential, call.source())
                .whenComplete((outcome, failure) -> call.loop().loop().execute(() -> {
                    Arrays.fill(credential.password(), (byte) 0);
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
