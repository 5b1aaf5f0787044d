package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * For whom a component is set.
 *
 * @param tenant empty: for everybody
 * @param user of the tenant; empty: for all of them
 */
public record SettingScope(ComponentName component, Optional<TenantId> tenant, Optional<UserId> user) {
    public SettingScope {
        requireNonNull(component, "component");
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        if (user.isPresent() && tenant.isEmpty()) {
            throw new IllegalArgumentException("a user's setting is one of a tenant");
        }
    }

    public static SettingScope of(ComponentName component) {
        return new SettingScope(component, Optional.empty(), Optional.empty());
    }

    public static SettingScope of(ComponentName component, TenantId tenant) {
        return new SettingScope(component, Optional.of(tenant), Optional.empty());
    }

    public static SettingScope of(ComponentName component, TenantId tenant, UserId user) {
        return new SettingScope(component, Optional.of(tenant), Optional.of(user));
    }
}
