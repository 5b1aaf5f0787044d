package org.esbmt.registry.api;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The certificates of partners of tenants. Each call reads and writes those of one tenant alone. Each change is reported
 * to every {@link CredentialWatcher} as a change of the tenant. Threads and units of work: as for {@link TenantRegistry}.
 */
@ProviderType
public interface TenantPartners {

    /** The largest number of partners of one tenant that are not revoked, whatever its quota. So a list needs no pages. */
    int MOST = 100;

    /** The time after the end of its certificate for which a revoked partner stays listed. */
    Duration KEPT = Duration.ofDays(30);

    /**
     * Registers a partner. It removes the tenant's revoked partners after {@link #KEPT}.
     *
     * @throws RegistryException.NotFound if there is no such tenant
     * @throws RegistryException.Conflict if a partner of the tenant that is not revoked has this name, or one, a revoked
     * one too, has this certificate
     * @throws RegistryException.RuleBroken if the tenant would have more than {@link #MOST}
     * @throws RegistryException.Stale if another partner of the tenant was registered at the same time
     */
    void register(TenantPartner partner) throws RegistryException;

    /** The partners by name, revoked ones last; empty for an unknown tenant. */
    List<TenantPartner> partners(TenantId tenant) throws RegistryException;

    /**
     * Revokes a partner for good.
     *
     * @throws RegistryException.NotFound if there is none of that name that is not revoked
     */
    void revoke(TenantId tenant, KeyName name, Instant at) throws RegistryException;

    /** Removes all partners of a tenant, and returns their number. */
    int removeAll(TenantId tenant) throws RegistryException;
}
