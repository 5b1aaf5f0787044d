package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.TenantAdministration.CreatedTenant;

/** A new tenant and its default administrator as an open type; its getters are its items. */
public final class CreatedTenantData {
    private final CreatedTenant created;

    CreatedTenantData(CreatedTenant created) {
        this.created = requireNonNull(created, "created");
    }

    public String getTenantId() {
        return created.tenant().id().toString();
    }

    public String getName() {
        return created.tenant().name();
    }

    public String getDisplayName() {
        return created.tenant().displayName();
    }

    public String getState() {
        return created.tenant().state().name();
    }

    public String getUserId() {
        return created.administrator().id().toString();
    }

    public String getLogin() {
        return created.administrator().login();
    }
}
