package org.esbmt.administration.jmx.internal.mbean;

import java.security.Principal;

/**
 * The version of the password that a login was made with, beside the principal of the user. The connection is theirs
 * only while that is their password.
 *
 * @param version as of {@code Administrator.credential}
 */
public record CredentialPrincipal(long version) implements Principal {
    @Override
    public String getName() {
        return "credential " + version;
    }
}
