package org.esbmt.administration.http.api;

import java.util.Optional;
import org.esbmt.administration.api.Administrator;
import org.osgi.annotation.versioning.ProviderType;

/** Checks passwords inside of requests, for resources with {@link Access#OWN}. Any thread that may block. */
@ProviderType
public interface PasswordLogin {

    /**
     * Returns the administrator if the password is right. Empty for every other cause, after the same work. A right
     * password is remembered for a short time, and then checked fast.
     *
     * @param way as of {@link HttpResource#way}
     * @param exchange its source counts the failed attempts
     * @param login as of {@link Administrator#login}
     * @param password not kept; the caller clears it
     */
    Optional<Administrator> logIn(String way, Exchange exchange, String login, char[] password);
}
