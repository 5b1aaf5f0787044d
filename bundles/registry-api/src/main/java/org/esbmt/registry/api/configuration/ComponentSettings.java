package org.esbmt.registry.api.configuration;

import java.util.List;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** How components are set: on a cluster, on one of its nodes or on all, for everybody, for a tenant, or for one of its users. Settings outlive a component's versions. */
@ProviderType
public interface ComponentSettings {

    /**
     * Sets one value.
     *
     * @param expectedRevision of the value before; 0 if there is none
     * @throws RegistryException.NotFound if no version of the component is known, or if there is no such cluster, or no such
     *     node of it
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

    /** Those for everybody on a cluster and on single nodes of it, which need not be there any more; by node and key. */
    List<Versioned<Setting>> settings(ClusterId cluster, ComponentName component) throws RegistryException;

    /** Those of this very scope, by key. */
    List<Versioned<Setting>> settings(SettingScope scope) throws RegistryException;
}
