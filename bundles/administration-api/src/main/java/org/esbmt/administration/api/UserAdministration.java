package org.esbmt.administration.api;

import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The roles, credentials and removal of a tenant's users. A withdrawal takes effect on every node: at once for
 * administration, within 2 s for messages. Promises and threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface UserAdministration {

    /**
     * Gives a user one more role.
     *
     * @throws AdministrationException CONFLICT if the user has it, or was removed
     */
    UserView assignRole(Administrator by, TenantId tenant, UserId user, Grantee.Role role)
            throws AdministrationException;

    /**
     * Takes a role away.
     *
     * @throws AdministrationException CONFLICT if the user has not got it or has no other, or is the default administrator
     *     and it is TENANT_ADMIN
     */
    UserView revokeRole(Administrator by, TenantId tenant, UserId user, Grantee.Role role)
            throws AdministrationException;

    /**
     * For good, to REVOKED: the user neither sends nor administers any more, and does not count as one. The login stays
     * taken, so that the audit means one person by it. Contingents of which nothing is used go, too.
     *
     * @throws AdministrationException CONFLICT if it is the default administrator, or assemblies of this user alone are
     *     deployed
     */
    UserView removeUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    /**
     * Takes the password away: nobody can log in as this user until another is set.
     *
     * @throws AdministrationException CONFLICT if it is the default administrator, or the user was removed
     */
    UserView revokeCredential(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    /**
     * The default administrator makes another user the default administrator, who is TENANT_ADMIN from then on, and stays
     * TENANT_ADMIN.
     *
     * @throws AdministrationException FORBIDDEN if the caller is not the default administrator, CONFLICT if the user is
     *     not ACTIVE or is the default administrator already
     */
    UserView handOverDefaultAdmin(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    /**
     * As {@link #handOverDefaultAdmin}, by an administrator of the installation, when nobody is left in the tenant to do it.
     *
     * @param login of an active user
     */
    UserView assignDefaultAdmin(Administrator by, TenantId tenant, String login) throws AdministrationException;
}
