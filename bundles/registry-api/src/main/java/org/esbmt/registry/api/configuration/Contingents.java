package org.esbmt.registry.api.configuration;

import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The parts of quotas that a tenant's administrator grants. The contingents of one quota together never exceed it. A
 * contingent is a ceiling and reserves nothing: the tenant's own use reduces the rest of the quota.
 */
@ProviderType
public interface Contingents {

    /**
     * Grants a contingent without any use.
     *
     * @param amount 0 or more
     * @throws RegistryException.Conflict if the grantee has one of this quota
     * @throws RegistryException.NotFound if the quota was not granted
     * @throws RegistryException.Exceeded if the contingents together would be more than the quota
     */
    Versioned<Contingent> grant(QuotaKey quota, Grantee grantee, long amount, UserId by) throws RegistryException;

    /**
     * Changes a contingent.
     *
     * @throws RegistryException.NotFound if it was not granted
     * @throws RegistryException.Stale if it was changed since
     * @throws RegistryException.Exceeded if the contingents together would be more than the quota
     * @throws RegistryException.RuleBroken if it would be below its use
     */
    Versioned<Contingent> change(QuotaKey quota, Grantee grantee, long expectedRevision, long amount, UserId by)
            throws RegistryException;

    /**
     * Takes a contingent back.
     *
     * @throws RegistryException.NotFound if it was not granted
     * @throws RegistryException.Stale if it was changed since
     * @throws RegistryException.RuleBroken if something is used of it
     */
    void revoke(QuotaKey quota, Grantee grantee, long expectedRevision) throws RegistryException;

    Optional<Versioned<Contingent>> findContingent(QuotaKey quota, Grantee grantee) throws RegistryException;

    /**
     * The contingents of a tenant and their use, by the resource's name. Within a resource, contingents of a cluster
     * and a component come first; within a quota, contingents of roles.
     */
    Listing<Versioned<Contingent>> listContingents(TenantId tenant, ContingentQuery query) throws RegistryException;
}
