package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The scope of a component's setting: cluster, node, tenant and user.
 *
 * @param cluster empty: on all clusters
 * @param node of the cluster; empty: on all nodes
 * @param tenant empty: for all tenants
 * @param user of the tenant; empty: for all users
 */
public record SettingScope(
        ComponentName component,
        Optional<ClusterId> cluster,
        Optional<InstanceId> node,
        Optional<TenantId> tenant,
        Optional<UserId> user) {
    public SettingScope {
        requireNonNull(component, "component");
        requireNonNull(cluster, "cluster");
        requireNonNull(node, "node");
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        if (user.isPresent() && tenant.isEmpty()) {
            throw new IllegalArgumentException("a user's setting is one of a tenant");
        }
        if (node.isPresent() && cluster.isEmpty()) {
            throw new IllegalArgumentException("a node's setting is one of a cluster");
        }
    }

    private SettingScope(ComponentName component, Optional<TenantId> tenant, Optional<UserId> user) {
        this(component, Optional.empty(), Optional.empty(), tenant, user);
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

    /** The scope for everybody on all nodes of a cluster, or on one of them. */
    public static SettingScope of(ComponentName component, ClusterId cluster, Optional<InstanceId> node) {
        return new SettingScope(component, Optional.of(cluster), node, Optional.empty(), Optional.empty());
    }
}
