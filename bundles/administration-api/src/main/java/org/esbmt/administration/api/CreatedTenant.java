package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

/** A tenant that was just created, and its default administrator. */
public record CreatedTenant(TenantView tenant, UserView administrator) {
    public CreatedTenant {
        requireNonNull(tenant, "tenant");
        requireNonNull(administrator, "administrator");
    }
}
