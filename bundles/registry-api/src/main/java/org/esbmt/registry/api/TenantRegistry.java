package org.esbmt.registry.api;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tenants, their users and the users' roles, as administrators change them; the message path reads through
 * {@link CredentialReader}. Threads: any that may block; calls may be concurrent.
 *
 * <p>An operation takes part in the unit of work that the calling thread is in, sees what was changed in it, and is committed
 * with it. After an exception of an operation that changes something, that unit of work can only be rolled back, and is, whatever
 * its work makes of the exception. A rule that is checked at the end breaks when it is prepared: the unit of work is rolled back, with
 * the rule as the reason. Outside of one an operation is a unit of its own: what has returned is committed and survives any crash.
 * {@link RegistryException.Unavailable} comes within seconds, however the database is out of reach.
 *
 * <p>{@code by} is the administrator who asked, a user of the system tenant, and is kept with what they granted.
 */
@ProviderType
public interface TenantRegistry {

    /**
     * The system's own tenant, whose users are the administrators of the installation. It is there from the start, never
     * {@link TenantState#ACTIVE}, and no operation changes it. A version 8 UUID (RFC 9562), which passes where the nil
     * UUID does not.
     */
    TenantId SYSTEM = TenantId.of("00000000-0000-8000-8000-000000000000");

    /** The list of tenants is counted at least to this number, and to the end of the part that is asked for. */
    int COUNTED = 1_000;

    /**
     * Creates an active tenant together with its default administrator, who has {@link Role#TENANT_ADMIN}.
     *
     * @throws RegistryException.Conflict if the name is another tenant's
     */
    CreatedTenant createTenant(NewTenant tenant, UserId by) throws RegistryException;

    /** The tenant and the administrator that {@link #createTenant} made. */
    record CreatedTenant(Versioned<Tenant> tenant, Versioned<TenantUser> administrator) {}

    Optional<Versioned<Tenant>> findTenant(TenantId tenant) throws RegistryException;

    /** As {@link #findTenant(TenantId)}; and until the unit of work of the calling thread ends, who changes the tenant waits. */
    Optional<Versioned<Tenant>> holdTenant(TenantId tenant) throws RegistryException;

    Optional<Versioned<Tenant>> findTenant(TenantName name) throws RegistryException;

    /**
     * Tenants by name, the system's own left out. Counted as far as {@link #COUNTED}: what a part costs does not depend on how many tenants
     * there are, unless few of them are what is asked for.
     */
    Listing<Versioned<Tenant>> listTenants(TenantQuery query) throws RegistryException;

    /**
     * Changes the state of a tenant. The caller decides which transitions are allowed. A tenant that becomes {@link
     * TenantState#OFFBOARDING} keeps the state it had: see {@link Tenant#beforeOffboarding}.
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
     * @param roles of the tenant's level, see {@link Role#level}; at least one
     * @throws RegistryException.Conflict if another user of the tenant has the login, or the identifier
     * @throws RegistryException.NotFound if there is no such tenant
     */
    Versioned<TenantUser> addUser(TenantId tenant, NewUser user, Set<Role> roles, UserId by) throws RegistryException;

    /**
     * Adds the first administrator of the installation, with {@link Role#SYSTEM_ADMIN}; further ones are users added to
     * {@link #SYSTEM}. When several nodes start at once, one of them gets the answer.
     *
     * @return empty, and nothing done, if there is an administrator already
     */
    Optional<Versioned<TenantUser>> addFirstAdministrator(NewUser administrator) throws RegistryException;

    /**
     * Replaces a user's password; the old one is not taken any more.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     */
    Versioned<TenantUser> setVerifier(TenantId tenant, UserId user, long expectedRevision, Verifier verifier)
            throws RegistryException;

    /**
     * Locks or unlocks a user, or revokes them for good.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if the user was revoked, or is to be and is the default administrator of an
     *     active tenant; or if no active {@link Role#SYSTEM_ADMIN} with a password would be left
     */
    Versioned<TenantUser> changeUserState(TenantId tenant, UserId user, long expectedRevision, UserState state)
            throws RegistryException;

    /**
     * Takes a user's password away: no password is the right one until another is set.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if no active {@link Role#SYSTEM_ADMIN} with a password would be left
     */
    Versioned<TenantUser> removeVerifier(TenantId tenant, UserId user, long expectedRevision) throws RegistryException;

    /**
     * Gives a user these roles and no others.
     *
     * @param roles of the tenant's level, see {@link Role#level}; at least one
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if the user was revoked, or is the default administrator and would not be
     *     {@link Role#TENANT_ADMIN} any more; or if no active {@link Role#SYSTEM_ADMIN} with a password would be left
     */
    Versioned<TenantUser> changeRoles(TenantId tenant, UserId user, long expectedRevision, Set<Role> roles, UserId by)
            throws RegistryException;

    /**
     * Makes a user the default administrator, with {@link Role#TENANT_ADMIN} from now on; the one until now, if there is one,
     * keeps that role.
     *
     * @throws RegistryException.Stale if the user's revision is not the expected one
     * @throws RegistryException.RuleBroken if the user is not active, or the tenant is the system's own
     */
    Versioned<TenantUser> changeDefaultAdministrator(TenantId tenant, UserId user, long expectedRevision, UserId by)
            throws RegistryException;

    /**
     * As {@link #changeDefaultAdministrator}, if {@code from} is the default administrator when nobody else can change that any
     * more.
     *
     * @param from who hands over, and asks
     * @throws RegistryException.Stale also if the default administrator is somebody else by then
     */
    Versioned<TenantUser> handOverDefaultAdministrator(TenantId tenant, UserId from, UserId user, long expectedRevision)
            throws RegistryException;

    Optional<Versioned<TenantUser>> findUser(TenantId tenant, UserId user) throws RegistryException;

    Optional<Versioned<TenantUser>> findUser(TenantId tenant, Login login) throws RegistryException;

    /** Users by login; none of a tenant that is not there. */
    Listing<Versioned<TenantUser>> listUsers(TenantId tenant, UserQuery query) throws RegistryException;

    /** All of them by login. */
    default Listing<Versioned<TenantUser>> listUsers(TenantId tenant, Slice slice) throws RegistryException {
        return listUsers(tenant, UserQuery.all(slice));
    }

    /** Empty for a user that is not there. */
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
