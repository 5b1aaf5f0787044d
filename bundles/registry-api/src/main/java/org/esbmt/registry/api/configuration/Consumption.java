package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Set;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What counts against quotas and contingents. Called by the managers in the unit of work that makes what is counted, so
 * that both are there or neither. Until it ends, others who use the same resource of the same tenant wait, and nobody
 * else does.
 */
@ProviderType
public interface Consumption {

    /**
     * From now on, until the unit of work ends, nobody else uses or gives back these resources of a tenant, or changes their
     * quotas. Who changes several things in one unit of work begins with this, with the resources of all of them, and where it is
     * about several tenants in the order of their identifiers: then no two units of work wait for one another.
     */
    void hold(TenantId tenant, Set<Resource> resources) throws RegistryException;

    /**
     * Uses resources for a holder, which has none of them yet. Each use counts in every quota that covers it, and in one
     * contingent of each of these that a {@link Consumer.WithinContingent} has. After an exception the unit of work
     * has to be rolled back.
     *
     * @param uses all the holder needs, so that two callers take them in the same order
     * @throws RegistryException.Exceeded if a quota or contingent would be exceeded, no quota covers a use, or who needs a
     *     contingent has none
     * @throws RegistryException.Conflict if the holder uses one of them already
     * @throws RegistryException.NotFound if there is no such cluster
     */
    void consume(HolderId holder, List<Use> uses, Consumer consumer) throws RegistryException;

    /**
     * Gives back all that a holder uses; of one that uses nothing, nothing.
     *
     * @return what it was
     */
    List<Use> release(TenantId tenant, HolderId holder) throws RegistryException;

    /** Gives back all that all holders of a tenant use. */
    void releaseAll(TenantId tenant) throws RegistryException;

    /** What a holder uses, by resource. */
    List<Use> uses(TenantId tenant, HolderId holder) throws RegistryException;
}
