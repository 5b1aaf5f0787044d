package org.esbmt.administration.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The ceilings of tenants, which the administrator of the installation grants. Of a counted resource without one a tenant
 * may have nothing. Promises and threads as those of {@link TenantAdministration}; {@link Administrator#expectedRevision}
 * is {@link QuotaView#revision}.
 */
@ProviderType
public interface QuotaAdministration {

    /**
     * Grants a quota. The tenant's present use counts in it from the start.
     *
     * @throws AdministrationException CONFLICT if it was granted before, the tenant has more already, or is no more;
     *     NOT_FOUND if there is no such tenant, cluster or component; INVALID if there is a burst of what is not counted by
     *     the second
     */
    QuotaView grant(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException;

    /**
     * Changes a quota. The new ceiling replaces the whole old one: a part that it leaves out no longer applies.
     *
     * @throws AdministrationException NOT_FOUND if it was not granted; CONFLICT if it would be below its use or the sum of
     *     its contingents
     */
    QuotaView change(Administrator by, QuotaId quota, Ceiling ceiling) throws AdministrationException;

    /**
     * Takes a quota back.
     *
     * @throws AdministrationException NOT_FOUND if it was not granted; CONFLICT if something is used of it, or there are
     *     contingents of it
     */
    void revoke(Administrator by, QuotaId quota) throws AdministrationException;

    /** The quotas of a tenant and their use, by resource. */
    List<QuotaView> list(Administrator by, TenantId tenant) throws AdministrationException;
}
