package org.esbmt.administration.api;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about contingents. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ContingentAdministration {

    /**
     * Finds a contingent with its use. An operator finds the same ones as in the list.
     *
     * @throws AdministrationException NOT_FOUND if it is not granted, or not for the caller's use
     */
    ContingentView find(Administrator by, QuotaId quota, Grantee grantee) throws AdministrationException;

    /**
     * Lists the contingents of a tenant with their use, by the resource's name. Within a resource, contingents of a cluster and of a
     * component come first, and within a quota those of roles. A tenant's operator without the role of its administrator or auditor
     * sees only the contingents for their own use. These are their own and those of their roles, and the total counts no others.
     */
    Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;
}
