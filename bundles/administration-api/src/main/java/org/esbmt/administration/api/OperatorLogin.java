package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Who may come in by a door behind which there is nothing but the bus's own operations: everybody who may do one of them, of
 * the installation or of a tenant. Whoever asks this must not let them reach anything else; see {@link AdministratorLogin} for
 * those who may.
 */
@ProviderType
public interface OperatorLogin {

    /**
     * Who it is, if the password is right; empty for every other cause, told apart in the log only, and after the same work.
     * Slow, and slower after failures; any thread that may block.
     *
     * @param from failures slow down this origin, and only many of them together all others of the same way
     * @param login as of {@link Administrator#login}
     * @param password not kept; the caller clears it
     */
    Optional<Admitted> admit(Origin from, String login, char[] password);

    /**
     * Where an attempt comes from.
     *
     * @param way as of {@link Administrator#adapter}
     * @param source who comes by it: an address, or who is logged in there already
     */
    record Origin(String way, String source) {
        public Origin {
            requireNonNull(way, "way");
            requireNonNull(source, "source");
        }
    }

    /**
     * Who came in.
     *
     * @param credential as of {@link Administrator#credential}, for a connection that lasts
     */
    record Admitted(String login, long credential) {
        public Admitted {
            requireNonNull(login, "login");
        }
    }
}
