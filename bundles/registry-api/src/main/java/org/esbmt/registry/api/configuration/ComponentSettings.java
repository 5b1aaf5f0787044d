package org.esbmt.registry.api.configuration;

import java.util.List;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The settings of components. A setting applies to a cluster, to one of its nodes or to all clusters; and to everybody,
 * to a tenant, or to one of its users. Settings outlive a component's versions.
 */
@ProviderType
public interface ComponentSettings {

    /**
     * Sets one value.
     *
     * @param expectedRevision the revision of the value before; 0 if there is none
     * @throws RegistryException.NotFound if no version of the component is known, or if there is no such cluster, or no
     * such node of it
     * @throws RegistryException.Stale if the value was changed, set or removed since
     */
    Versioned<Setting> set(Setting setting, long expectedRevision, UserId by) throws RegistryException;

    /**
     * Removes one value.
     *
     * @throws RegistryException.NotFound if it is not set
     * @throws RegistryException.Stale if it was changed since
     */
    void remove(SettingScope scope, String key, long expectedRevision) throws RegistryException;

    /** The settings for everybody on a cluster and on its nodes, including nodes removed since; by node and key. */
    List<Versioned<Setting>> settings(ClusterId cluster, ComponentName component) throws RegistryException;

    /** The settings of exactly this scope, by key. */
    List<Versioned<Setting>> settings(SettingScope scope) throws RegistryException;
}
