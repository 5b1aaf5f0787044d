package org.esbmt.administration.jmx.internal.mbean;

import java.security.Principal;

/**
 * The version of the password of a login, beside the principal of the user. The connection is valid only while the user
 * has that password.
 *
 * @param version as of {@code Administrator.credential}
 */
public record CredentialPrincipal(long version) implements Principal {
    @Override
    public String getName() {
        return "credential " + version;
    }
}
