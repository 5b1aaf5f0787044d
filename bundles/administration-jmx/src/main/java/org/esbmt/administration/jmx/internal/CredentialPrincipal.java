package org.esbmt.administration.jmx.internal;

import java.security.Principal;

/**
 * Which of their passwords somebody has come in with, beside who they are: a connection is theirs no longer than that is
 * their password.
 *
 * @param version as of {@code Administrator.credential}
 */
record CredentialPrincipal(long version) implements Principal {
    @Override
    public String getName() {
        return "credential " + version;
    }
}
