package org.esbmt.administration.http.internal.login;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorLogin;
import org.esbmt.administration.api.AdministratorLogin.Standing;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.administration.api.Scope;

/**
 * An administrator who logged in, and the time at which the registry last confirmed it. A session and a remembered
 * password end with another password, a lock or the last role; a remembered token also with its revocation and its expiry. While the registry is out of reach, they continue for
 * {@link AdministratorLogin#LONGEST_UNSEEN}. Usable on any thread.
 */
final class ConfirmedLogin {
    /** A new question to the registry in this time would only load it. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long LONGEST_NANOS = AdministratorLogin.LONGEST_UNSEEN.toNanos();

    private final Administrator by;
    private final Scope scope;
    private final LongSupplier nanoTime;
    private long confirmedAt;
    /** The beginning of the last question that was answered, or the end of one that was not. */
    private long askedAt;

    private boolean out;

    /** @param by with the version of the password or the identifier of the token, just checked */
    ConfirmedLogin(Administrator by, LongSupplier nanoTime) {
        this(by, Scope.FULL, nanoTime);
    }

    ConfirmedLogin(Administrator by, Scope scope, LongSupplier nanoTime) {
        if (by.credential().isEmpty() && by.accessCredential().isEmpty()) {
            throw new IllegalArgumentException("a login without its credential never ends");
        }
        this.by = by;
        this.scope = requireNonNull(scope, "scope");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.confirmedAt = nanoTime.getAsLong();
        this.askedAt = confirmedAt;
    }

    Administrator by() {
        return by;
    }

    Scope scope() {
        return scope;
    }

    /**
     * Asks the registry if the last question is old. May block. A question to a registry out of reach takes seconds, so
     * the requests that wait for it use its outcome.
     */
    synchronized Standing confirm(PartAccess access) {
        if (out) {
            return Standing.OUT;
        }
        long now = nanoTime.getAsLong();
        if (now - askedAt < FRESH_NANOS && now - confirmedAt < LONGEST_NANOS) {
            return Standing.IN;
        }
        Optional<Set<Part>> parts = access.parts(by);
        if (parts.isEmpty()) {
            askedAt = nanoTime.getAsLong();
            return now - confirmedAt < LONGEST_NANOS ? Standing.IN : Standing.UNKNOWN;
        }
        if (parts.get().isEmpty()) {
            out = true;
            return Standing.OUT;
        }
        askedAt = now;
        confirmedAt = now;
        return Standing.IN;
    }
}
