package org.esbmt.registry.api.configuration;

import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** The JBI components and shared libraries of an installation, in their versions. Entries are never deleted. */
@ProviderType
public interface ComponentCatalog {

    /**
     * Defines a version of a component.
     *
     * @throws RegistryException.Conflict if it is defined already
     */
    JbiComponent define(NewComponent component, UserId by) throws RegistryException;

    Optional<JbiComponent> findComponent(ComponentId component) throws RegistryException;

    Optional<JbiComponent> findComponent(ComponentName name, String version) throws RegistryException;

    /** By name and version. */
    Listing<JbiComponent> listComponents(Slice slice) throws RegistryException;
}
