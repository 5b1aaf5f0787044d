package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Authenticates users at an adapter that offers only the bus's own operations. It admits every user with a permission
 * for one of these operations, of the installation or of a tenant. The adapter must not let them reach anything else of
 * the container; {@link AdministratorLogin} admits users who may.
 */
@ProviderType
public interface OperatorLogin {

    /**
     * Returns the user if the password is right. Returns empty for every other cause, after the same work. Only the log
     * distinguishes the causes. Slow, and slower after failures; any thread that may block.
     *
     * @param from the origin of the attempt. Its failures slow down this origin, and only many of them together the
     *     other origins of the same way
     * @param login as of {@link Administrator#login}
     * @param password not kept; the caller clears it
     */
    Optional<Admitted> admit(Origin from, String login, char[] password);

    /**
     * The origin of a login attempt.
     *
     * @param way the adapter, as of {@link Administrator#adapter}
     * @param source the network address, or the user who is already logged in there
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
     * @param credential as of {@link Administrator#credential}, for a connection that stays open
     */
    record Admitted(String login, long credential) {
        public Admitted {
            requireNonNull(login, "login");
        }
    }
}
