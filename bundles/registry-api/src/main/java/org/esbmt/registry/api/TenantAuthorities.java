package org.esbmt.registry.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The authorities of tenants, and their lists of revocations. Each call reads and writes those of one tenant alone, except
 * {@link #overdue}. Each addition and removal is reported to every {@link CredentialWatcher} as a change of the tenant.
 * Threads and units of work: as for {@link TenantRegistry}.
 */
@ProviderType
public interface TenantAuthorities {

    /** The largest number of authorities of one tenant, whatever its quota. So a list needs no pages. */
    int MOST = 20;

    /**
     * Adds an authority.
     *
     * @throws RegistryException.NotFound if there is no such tenant
     * @throws RegistryException.Conflict if an authority of the tenant has this name or this certificate
     * @throws RegistryException.RuleBroken if the tenant would have more than {@link #MOST}
     * @throws RegistryException.Stale if another authority of the tenant was added at the same time
     */
    void add(TenantAuthority authority) throws RegistryException;

    /** The authorities by name; empty for an unknown tenant. */
    List<TenantAuthority> authorities(TenantId tenant) throws RegistryException;

    /**
     * The authorities by name. None of their lists changes before the end of this unit of work, so a certificate that is
     * registered in it is on none.
     */
    List<TenantAuthority> held(TenantId tenant) throws RegistryException;

    /**
     * Removes an authority with its list.
     *
     * @throws RegistryException.NotFound if there is none of that name
     */
    void remove(TenantId tenant, KeyName name) throws RegistryException;

    /**
     * Puts the list of an authority in the place of the former one. It waits for those who {@link #held hold} the
     * authorities.
     *
     * @throws RegistryException.NotFound if there is no such authority
     * @throws RegistryException.RuleBroken if the former list has a higher number, or a later update
     */
    void put(RevocationList list, RevokedSerials serials) throws RegistryException;

    /** The lists by authority; empty for an unknown tenant. */
    List<RevocationList> lists(TenantId tenant) throws RegistryException;

    /** The serial numbers of the list of an authority; empty without a list. */
    Optional<RevokedSerials> serials(TenantId tenant, KeyName authority) throws RegistryException;

    /** The numbers of lists whose next update is past, by tenant. Tenants without one are left out. */
    Map<TenantId, Long> overdue(Instant now) throws RegistryException;

    /** Removes all authorities and lists of a tenant, and returns the number of authorities. */
    int removeAll(TenantId tenant) throws RegistryException;
}
