package org.esbmt.administration.api;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Who may administer this installation. Asked by the container's JAAS login module, so for JMX, the shell and whatever
 * else logs in by JAAS.
 */
@ProviderType
public interface AdministratorLogin {

    /**
     * The login's name, if the password is right; empty for every other cause, told apart in the log only. Slow, and
     * slower after failures; any thread that may block.
     *
     * @param password not kept; the caller clears it
     */
    Optional<String> login(String login, char[] password);
}
