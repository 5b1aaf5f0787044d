package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Who may administer this installation. Asked by the container's JAAS login module, so for JMX, the shell and whatever
 * else logs in by JAAS.
 */
@ProviderType
public interface AdministratorLogin {

    /** For how long whoever logged in goes on, at the most, since the registry last said that they may. */
    Duration LONGEST_UNSEEN = Duration.ofSeconds(60);

    /**
     * Who it is, if the password is right; empty for every other cause, told apart in the log only. Slow, and
     * slower after failures; any thread that may block.
     *
     * @param from failures slow down this origin, and only many of them together all others of the same way
     * @param mayWait false where few threads serve everybody: who would have to wait after failures from there is refused at
     *     once, and the password is not looked at; for those of others one waits for a second at the most
     * @param password not kept; the caller clears it
     */
    Optional<LoggedIn> login(Origin from, boolean mayWait, String login, char[] password);

    /**
     * Whether who logged in a while ago may go on now. Takes as long as the registry takes to answer; any thread that may block.
     */
    Standing standing(Admitted who);

    /**
     * Who logged in.
     *
     * @param unseen how long ago the registry said that they may; longer than a moment where it is out of reach now
     */
    record LoggedIn(Admitted who, Duration unseen) {
        public LoggedIn {
            requireNonNull(who, "who");
            requireNonNull(unseen, "unseen");
        }
    }

    /** What the registry says of somebody. */
    enum Standing {
        /** They may administer the installation, and their password is the one that they came with. */
        IN,
        /** They may not, or have another password. */
        OUT,
        /** It cannot be asked now. */
        UNKNOWN
    }
}
