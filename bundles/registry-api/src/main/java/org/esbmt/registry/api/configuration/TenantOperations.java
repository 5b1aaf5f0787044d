package org.esbmt.registry.api.configuration;

import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** The operations of the revision log for one tenant. */
@ProviderType
public interface TenantOperations {

    /** Operations of a tenant, the newest first. Operations of other tenants and of the installation are left out. */
    Listing<LoggedOperation> newest(ClusterId cluster, TenantId tenant, Slice slice) throws RegistryException;
}
