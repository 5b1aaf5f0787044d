package org.esbmt.administration.api;

import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The parts of its quotas that a tenant's administrator hands out to those of the tenant's users who need one: who deploys
 * and is not its administrator. All contingents of a quota together are never more than it. Promises and threads as those
 * of {@link TenantAdministration}; {@link Administrator#expectedRevision} is {@link ContingentView#revision}.
 */
@ProviderType
public interface ContingentAdministration {

    /**
     * Grants a contingent, of which nothing is used yet.
     *
     * @param amount in the unit of the resource, 0 or more
     * @throws AdministrationException EXCEEDED if the contingents together would be more than the quota; CONFLICT if the
     *     grantee has one of this quota; NOT_FOUND if the quota was not granted, or the tenant has no such user; INVALID for
     *     the role of the tenant's administrators, who need none
     */
    ContingentView grant(Administrator by, QuotaId quota, Grantee grantee, long amount) throws AdministrationException;

    /**
     * Changes a contingent.
     *
     * @throws AdministrationException NOT_FOUND if it was not granted; EXCEEDED if the contingents together would be more
     *     than the quota; CONFLICT if it would be below its use
     */
    ContingentView change(Administrator by, QuotaId quota, Grantee grantee, long amount) throws AdministrationException;

    /**
     * Takes a contingent back.
     *
     * @throws AdministrationException NOT_FOUND if it was not granted; CONFLICT if something is used of it
     */
    void revoke(Administrator by, QuotaId quota, Grantee grantee) throws AdministrationException;

    /**
     * Those of a tenant with what is used of them, by the resource's name; of one resource those of a cluster and a component
     * first, and of one quota those of roles. To who operates for the tenant and is neither its administrator nor its auditor the list
     * is of those that they may use, and no others are counted: their own and those of their roles.
     */
    Page<ContingentView> list(Administrator by, TenantId tenant, PageRequest page) throws AdministrationException;
}
