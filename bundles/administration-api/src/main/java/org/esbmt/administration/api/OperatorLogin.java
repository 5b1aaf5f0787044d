package org.esbmt.administration.api;

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
     * The login, if the password is right; empty for every other cause, told apart in the log only, and after the same work.
     * Slow, and slower after failures; any thread that may block.
     *
     * @param login as of {@link Administrator#login}
     * @param password not kept; the caller clears it
     */
    Optional<String> admit(String login, char[] password);
}
