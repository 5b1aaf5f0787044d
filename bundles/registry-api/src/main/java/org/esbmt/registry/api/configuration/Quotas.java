package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;
import org.osgi.annotation.versioning.ProviderType;

/** The ceilings that the system administrator grants tenants. A tenant without a quota cannot use the resource. */
@ProviderType
public interface Quotas {

    /**
     * Grants a quota. Existing use of the tenant that the quota covers counts from the start.
     *
     * @throws RegistryException.Conflict if it was granted before
     * @throws RegistryException.NotFound if there is no such cluster, or no such component
     * @throws RegistryException.RuleBroken if the tenant has more already
     */
    Versioned<Quota> grant(QuotaKey key, Limit limit, UserId by) throws RegistryException;

    /**
     * Changes a quota.
     *
     * @throws RegistryException.NotFound if it was not granted
     * @throws RegistryException.Stale if it was changed since
     * @throws RegistryException.RuleBroken if it would be below its use or the sum of its contingents
     */
    Versioned<Quota> change(QuotaKey key, long expectedRevision, Limit limit, UserId by) throws RegistryException;

    /**
     * Takes a quota back.
     *
     * @throws RegistryException.NotFound if it was not granted
     * @throws RegistryException.Stale if it was changed since
     * @throws RegistryException.RuleBroken if something is used of it, or there are contingents of it
     */
    void revoke(QuotaKey key, long expectedRevision) throws RegistryException;

    Optional<Versioned<Quota>> findQuota(QuotaKey key) throws RegistryException;

    /** All quotas of a tenant and their use, by resource. */
    List<Versioned<Quota>> quotas(TenantId tenant) throws RegistryException;
}
