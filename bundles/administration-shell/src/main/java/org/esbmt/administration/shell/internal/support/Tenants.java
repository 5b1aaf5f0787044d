package org.esbmt.administration.shell.internal.support;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.tenancy.api.TenantId;

/** Finds tenants as the user names them. */
final class Tenants {
    private Tenants() {}

    /** Finds a tenant. An identifier takes precedence over a name of the same form. */
    static Optional<TenantView> find(TenantAdministration tenants, Administrator by, String nameOrId)
            throws AdministrationException {
        Optional<TenantId> id = identifier(nameOrId);
        if (id.isPresent()) {
            Optional<TenantView> found = tenants.findTenant(by, id.get());
            if (found.isPresent()) {
                return found;
            }
        }
        return tenants.findTenant(by, nameOrId);
    }

    private static Optional<TenantId> identifier(String text) {
        try {
            return Optional.of(TenantId.of(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
