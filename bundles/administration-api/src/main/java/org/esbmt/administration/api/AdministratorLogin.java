package org.esbmt.administration.api;

import java.util.Optional;
import org.esbmt.administration.api.OperatorLogin.Origin;
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
     * @param from failures slow down this origin, and only many of them together all others of the same way
     * @param mayWait false where few threads serve everybody: who would have to wait after failures from there is refused at
     *     once, and the password is not looked at; for those of others one waits for a second at the most
     * @param password not kept; the caller clears it
     */
    Optional<String> login(Origin from, boolean mayWait, String login, char[] password);
}
