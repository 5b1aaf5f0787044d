package org.esbmt.tenancy.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/** The answer to a credential. */
public sealed interface AuthenticationOutcome {

    /** The credential is good and its tenant may send. */
    record Accepted(AuthenticatedCaller caller) implements AuthenticationOutcome {
        public Accepted {
            requireNonNull(caller, "caller");
        }
    }

    /**
     * The message must not go on.
     *
     * @param retryAfter when another attempt is worth making, where that is known
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

    /** Why, as far as the sender may know it. The names are the codes of the fault's detail. */
    enum Reason {
        /** Unknown tenant, unknown or locked user, or wrong password: never told which. */
        NOT_AUTHENTICATED,
        /**
         * The credential is good, but the tenant is suspended, drained or about to leave. Only a client with the right
         * password is told.
         */
        TENANT_SUSPENDED,
        /** Too many failed attempts; the credential was not looked at. */
        RATE_LIMITED,
        /** The check could not run now: its queue is full, or the registry was out of reach for too long. */
        OVERLOADED
    }
}
