package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Authenticates the administrators of this installation. The container's JAAS login module calls it, for JMX, the shell
 * and every other JAAS login.
 */
@ProviderType
public interface AdministratorLogin {

    /** The longest time that a session continues after the registry last confirmed its administrator. */
    Duration LONGEST_UNSEEN = Duration.ofSeconds(60);

    /**
     * Returns the administrator if the password is right, and empty otherwise. Only the log distinguishes the causes.
     * Slow, and slower after failures; any thread that may block.
     *
     * @param from the origin of the attempt. Its failures slow down this origin, and only many of them together the
     *     other origins of the same way
     * @param mayWait false for an adapter with few threads. After failures of the same origin the login is then refused
     *     at once instead of delayed, and the password is not checked. After failures of other origins it waits for a
     *     second at most
     * @param password not kept; the caller clears it
     */
    Optional<LoggedIn> login(Origin from, boolean mayWait, String login, char[] password);

    /**
     * Tells whether an administrator who logged in earlier may continue now. Takes as long as the registry takes to
     * answer; any thread that may block.
     */
    Standing standing(Admitted who);

    /**
     * An administrator who logged in.
     *
     * @param unseen the time since the registry confirmed the administrator; longer than a moment only during an outage
     *     of the registry
     */
    record LoggedIn(Admitted who, Duration unseen) {
        public LoggedIn {
            requireNonNull(who, "who");
            requireNonNull(unseen, "unseen");
        }
    }

    /** The registry's verdict on an administrator who logged in. */
    enum Standing {
        /** The administrator may continue, and the password is still the one of the login. */
        IN,
        /** The administrator may not continue, or has another password. */
        OUT,
        /** The registry is out of reach. */
        UNKNOWN
    }
}
