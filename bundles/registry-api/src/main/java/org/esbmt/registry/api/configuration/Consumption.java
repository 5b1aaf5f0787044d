package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Resource;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The use of resources, counted against quotas and contingents. The managers call it in the unit of work that makes the
 * counted object, so that both are committed or neither. Until the unit of work ends, other users of the same resource
 * of the same tenant wait. Users of other resources and tenants do not wait.
 */
@ProviderType
public interface Consumption {

    /**
     * Locks these resources of a tenant, and their quotas, until the unit of work ends. A unit of work with several
     * changes calls this first, with all resources. For several tenants it locks in the order of their identifiers.
     * This order prevents deadlocks between units of work.
     */
    void hold(TenantId tenant, Set<Resource> resources) throws RegistryException;

    /**
     * Uses resources for a holder, which has none of them yet. Each use counts in every quota that covers it. For each
     * of these quotas, it also counts in one contingent of a {@link Consumer.WithinContingent}. After an exception the
     * unit of work has to be rolled back.
     *
     * @param uses all resources that the holder needs, so that two callers lock them in the same order
     * @throws RegistryException.Exceeded if a quota or contingent would be exceeded, no quota covers a use, or a
     * consumer without a contingent needs one
     * @throws RegistryException.Conflict if the holder uses one of them already
     * @throws RegistryException.NotFound if there is no such cluster
     */
    void consume(HolderId holder, List<Use> uses, Consumer consumer) throws RegistryException;

    /**
     * Releases all resources of a holder.
     *
     * @return the released uses; empty for a holder without uses
     */
    List<Use> release(TenantId tenant, HolderId holder) throws RegistryException;

    /** Releases all resources of all holders of a tenant. */
    void releaseAll(TenantId tenant) throws RegistryException;

    /** The use of a holder, by resource. */
    List<Use> uses(TenantId tenant, HolderId holder) throws RegistryException;

    /**
     * True if each use of a holder counts in a contingent of one of these grantees.
     *
     * @return false for a holder without uses, and for a holder whose uses count only in quotas
     */
    boolean isWithinContingents(TenantId tenant, HolderId holder, Set<Grantee> grantees) throws RegistryException;

    /** The grantees in whose contingents the uses of a holder count, by resource. */
    Map<Resource, Set<Grantee>> grantees(TenantId tenant, HolderId holder) throws RegistryException;
}
