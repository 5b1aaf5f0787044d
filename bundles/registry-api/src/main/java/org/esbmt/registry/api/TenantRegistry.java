package org.esbmt.registry.api;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Stores the tenants, their users and the users' roles. Administrators change them here; the message path reads them
 * through {@link CredentialReader}. Threads: any that may block; calls may be concurrent.
 *
 * <p>An operation takes part in the unit of work of the calling thread. It sees the changes of that unit of work and is
 * committed with it. After an exception of a changing operation the unit of work is rolled back, even if its work
 * catches the exception. Some rules are checked when the unit of work is prepared. A broken rule then rolls the unit of
 * work back, with the rule as the reason. Outside of a unit of work an operation is a unit of its own: after its return
 * it is committed and survives any crash. {@link RegistryException.Unavailable} is thrown within seconds, however the
 * database is out of reach.
 *
 * <p>{@code by} is the administrator who asked, a user of the system tenant. It is stored with the roles that the
 * administrator granted.
 */
@ProviderType
public interface TenantRegistry {

    /**
     * The system's own tenant; its users are the administrators of the installation. It exists from the start and is
     * never {@link TenantState#ACTIVE}, and no operation changes it. The value is a version 8 UUID (RFC 9562), valid at
     * places that refuse the nil UUID.
     */
    TenantId SYSTEM = TenantId.of("00000000-0000-8000-8000-000000000000");

    /** The list of tenants is counted at least to this number, and to the end of the requested part. */
    int COUNTED = 1_000;

    /**
     * Creates an active tenant together with its default administrator, who has {@link Role#TENANT_ADMIN}.
     *
     * @throws RegistryException.Conflict if the name is another tenant's
     */
    CreatedTenant createTenant(NewTenant tenant, UserId by) throws RegistryException;

    /** The new tenant and its new administrator. */
    record CreatedTenant(Versioned<Tenant> tenant, Versioned<TenantUser> administrator) {}

    Optional<Versioned<Tenant>> findTenant(TenantId tenant) throws RegistryException;

    /**
     * Like {@link #findTenant(TenantId)}. Concurrent changes of the tenant wait until the unit of work of the calling
     * thread ends.
     */
    Optional<Versioned<Tenant>> holdTenant(TenantId tenant) throws RegistryException;

    Optional<Versioned<Tenant>> findTenant(TenantName name) throws RegistryException;

    /**
     * Tenants by name, without the system's own. Counted up to {@link #COUNTED}. The cost of a part does not depend on
     * the number of tenants, unless few of them match the query.
     */
    Listing<Versioned<Tenant>> listTenants(TenantQuery query) throws RegistryException;

    /**
     * Changes the state of a tenant. The caller decides which transitions are allowed. A tenant that becomes
     * {@link TenantState#OFFBOARDING} keeps the state it had: see {@link Tenant#beforeOffboarding}.
     *
     * @throws RegistryException.RuleBroken if the tenant would be active without a default administrator, or is the
     *     system's own
     * @throws RegistryException.Stale if the tenant's revision is not the expected one
     */
    Versioned<Tenant> changeTenantState(TenantId tenant, long expectedRevision, TenantState state)
            throws RegistryException;

    /**
     * Adds an active user.
     *
     * @param roles at least one role of the tenant's level, see {@link Role#level}
     * @throws RegistryException.Conflict if another user of the tenant has the login, or the identifier
     * @throws RegistryException.NotFound if there is no such tenant
     */
    Versioned<TenantUser> addUser(TenantId tenant, NewUser user, Set<Role> roles, UserId by) throws RegistryException;

    /**
     * Adds the first administrator of the installation, with {@link Role#SYSTEM_ADMIN}. Further administrators are
     * users added to {@link #SYSTEM}. When several nodes start at once, one of them receives the administrator.
     *
     * @return empty, without a change, if there is an administrator already
     */
    Optional<Versioned<TenantUser>> addFirstAdministrator(NewUser administrator) throws RegistryException;

    /**
     * Replaces a user's password; the old one becomes invalid.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     */
    Versioned<TenantUser> setVerifier(TenantId tenant, UserId user, long expectedRevision, Verifier verifier)
            throws RegistryException;

    /**
     * Locks or unlocks a user, or revokes the user for good.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if the user was revoked before, or if no active {@link Role#SYSTEM_ADMIN} with
     * a password would be left. Also for the revocation of the default administrator of an active tenant
     */
    Versioned<TenantUser> changeUserState(TenantId tenant, UserId user, long expectedRevision, UserState state)
            throws RegistryException;

    /**
     * Removes a user's password: every password is refused until a new one is set.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if no active {@link Role#SYSTEM_ADMIN} with a password would be left
     */
    Versioned<TenantUser> removeVerifier(TenantId tenant, UserId user, long expectedRevision) throws RegistryException;

    /**
     * Replaces the roles of a user.
     *
     * @param roles at least one role of the tenant's level, see {@link Role#level}
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if the user was revoked; if the default administrator would lose
     * {@link Role#TENANT_ADMIN}; or if no active {@link Role#SYSTEM_ADMIN} with a password would be left
     */
    Versioned<TenantUser> changeRoles(TenantId tenant, UserId user, long expectedRevision, Set<Role> roles, UserId by)
            throws RegistryException;

    /**
     * Makes a user the default administrator and grants {@link Role#TENANT_ADMIN}. The former default administrator, if
     * any, keeps that role.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if the user is not active, or the tenant is the system's own
     */
    Versioned<TenantUser> changeDefaultAdministrator(TenantId tenant, UserId user, long expectedRevision, UserId by)
            throws RegistryException;

    /**
     * Like {@link #changeDefaultAdministrator}, but on behalf of {@code from}. The check that {@code from} is the
     * default administrator happens under the lock, so no concurrent change can follow it.
     *
     * @param from the default administrator who hands over
     * @throws RegistryException.Stale also if the default administrator is another user by then
     */
    Versioned<TenantUser> handOverDefaultAdministrator(TenantId tenant, UserId from, UserId user, long expectedRevision)
            throws RegistryException;

    Optional<Versioned<TenantUser>> findUser(TenantId tenant, UserId user) throws RegistryException;

    Optional<Versioned<TenantUser>> findUser(TenantId tenant, Login login) throws RegistryException;

    /** Users by login; empty for an unknown tenant. */
    Listing<Versioned<TenantUser>> listUsers(TenantId tenant, UserQuery query) throws RegistryException;

    /** All users by login. */
    default Listing<Versioned<TenantUser>> listUsers(TenantId tenant, Slice slice) throws RegistryException {
        return listUsers(tenant, UserQuery.all(slice));
    }

    /** Empty for an unknown user. */
    Set<Role> roles(TenantId tenant, UserId user) throws RegistryException;

    /**
     * Checks the rules now for all changes so far in the unit of work of the calling thread. Otherwise the rules are
     * checked when the unit of work is prepared. It serves a unit of work with many changes, and a dry run that is
     * rolled back. Later changes are still checked at the end. Outside of a unit of work the method does nothing.
     *
     * @throws RegistryException.RuleBroken if the changes so far break a rule
     */
    void checkRules() throws RegistryException;
}
