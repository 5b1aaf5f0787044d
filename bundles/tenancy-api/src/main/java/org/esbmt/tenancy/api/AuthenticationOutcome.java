package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/** The outcome of checking a proof. */
public sealed interface AuthenticationOutcome {

    /** The proof names an active user, and its tenant may send. */
    record Accepted(AuthenticatedCaller caller) implements AuthenticationOutcome {
        public Accepted {
            requireNonNull(caller, "caller");
        }
    }

    /**
     * The message is refused.
     *
     * @param retryAfter the time until another attempt is useful, if it is known
     */
    record Refused(Reason reason, Optional<Duration> retryAfter) implements AuthenticationOutcome {
        public Refused {
            requireNonNull(reason, "reason");
            requireNonNull(retryAfter, "retryAfter");
        }

        public static Refused because(Reason reason) {
            return new Refused(reason, Optional.empty());
        }

        public static Refused until(Reason reason, Duration retryAfter) {
            return new Refused(reason, Optional.of(retryAfter));
        }
    }

    /** The reason, as far as the sender may know it. The names are the codes of the fault's detail. */
    enum Reason {
        /**
         * Unknown tenant, unknown or locked user, wrong password, a certificate that is unknown, revoked, expired or not
         * yet valid, or a token that is none: the sender does not learn which.
         */
        NOT_AUTHENTICATED,
        /**
         * The credential is valid, but the tenant is suspended, drained or about to leave. Only a client with the right
         * password or token, or a registered certificate, receives this reason.
         */
        TENANT_SUSPENDED,
        /** Too many failed attempts; the credential was not checked. */
        RATE_LIMITED,
        /** The check could not run: its queue is full, or the registry was unavailable for too long. */
        OVERLOADED
    }
}
