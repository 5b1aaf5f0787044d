package org.esbmt.registry.api.configuration;

import java.util.List;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** How components are set, for everybody, for a tenant, or for one of its users. Settings outlive a component's versions. */
@ProviderType
public interface ComponentSettings {

    /**
     * Sets one value.
     *
     * @param expectedRevision of the value before; 0 if there is none
     * @throws RegistryException.NotFound if no version of the component is known
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

    /** Those of this very scope, by key. */
    List<Versioned<Setting>> settings(SettingScope scope) throws RegistryException;
}
