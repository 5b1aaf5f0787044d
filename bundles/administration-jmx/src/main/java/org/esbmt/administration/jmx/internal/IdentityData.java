package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AdministratorAccounts.Identity;

/** Who is connected as an open type; its getters are its items. */
public final class IdentityData {
    private final Identity identity;

    IdentityData(Identity identity) {
        this.identity = requireNonNull(identity, "identity");
    }

    public String getLogin() {
        return identity.login();
    }

    /** Empty: the installation's own. */
    public String getTenantId() {
        return identity.tenant().map(Object::toString).orElse("");
    }

    public String[] getRoles() {
        return identity.roles().toArray(String[]::new);
    }
}
