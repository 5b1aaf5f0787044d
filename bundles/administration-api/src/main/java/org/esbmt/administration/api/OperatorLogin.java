package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Authenticates users at an adapter that offers the bus's own operations and nothing else. It admits everybody who may
 * do one of these operations, of the installation or of a tenant. The adapter must not let them reach anything else;
 * see {@link AdministratorLogin} for those who may.
 */
@ProviderType
public interface OperatorLogin {

    /**
     * Returns the user if the password is right. Returns empty for every other cause, after the same work; only the log
     * tells the causes apart. Slow, and slower after failures; any thread that may block.
     *
     * @param from failures slow down this origin, and only many of them together all others of the same way
     * @param login as of {@link Administrator#login}
     * @param password not kept; the caller clears it
     */
    Optional<Admitted> admit(Origin from, String login, char[] password);

    /**
     * The origin of a login attempt.
     *
     * @param way as of {@link Administrator#adapter}
     * @param source the network address, or the user who is logged in there already
     */
    record Origin(String way, String source) {
        public Origin {
            requireNonNull(way, "way");
            requireNonNull(source, "source");
        }
    }

    /**
     * A user who was admitted.
     *
     * @param credential as of {@link Administrator#credential}, for a connection that lasts
     */
    record Admitted(String login, long credential) {
        public Admitted {
            requireNonNull(login, "login");
        }
    }
}
