package org.esbmt.administration.api;

import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about contingents. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ContingentAdministration {

    /**
     * Those of a tenant with what is used of them, by the resource's name; of one resource those of a cluster and a component
     * first, and of one quota those of roles. To who operates for the tenant and is neither its administrator nor its auditor the list
     * is of those that they may use, and no others are counted: their own and those of their roles.
     */
    Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;
}
