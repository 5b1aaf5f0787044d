package org.esbmt.administration.api;

import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Tenants and their users. An operation that returns has been committed and survives any crash; one that throws has
 * changed nothing, {@link AdministrationException.Reason#IN_DOUBT} apart. Threads: any that may block; calls may be
 * concurrent.
 */
@ProviderType
public interface TenantAdministration {

    /**
     * Creates an active tenant together with its default administrator, without whom no tenant may be active.
     *
     * @param name see {@link TenantView#name}
     * @param administratorLogin the first user, who may send messages too
     */
    CreatedTenant createTenant(
            Administrator by, String name, String displayName, String administratorLogin, Password password)
            throws AdministrationException;

    Optional<TenantView> findTenant(Administrator by, TenantId tenant) throws AdministrationException;

    Optional<TenantView> findTenant(Administrator by, String name) throws AdministrationException;

    /**
     * Tenants by name, the system's own left out. They are counted to 1,000, or to the end of the page where that is further; of how many there are
     * in each state {@link InstallationStatus} tells.
     */
    Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects tenants.
     *
     * @param nameContains any part of the name
     * @param state only these
     * @param nameAfter only those that come after this text in the order of their names, byte by byte. With the last name of a page it
     *     gives the next one, at the cost of the first however far that is, and whatever tenants have come meanwhile; its total is of
     *     those that come after it
     */
    record TenantFilter(Optional<String> nameContains, Optional<TenantView.State> state, Optional<String> nameAfter) {
        /** All of them. */
        public static final TenantFilter ALL = new TenantFilter(Optional.empty(), Optional.empty());

        public TenantFilter(Optional<String> nameContains, Optional<TenantView.State> state) {
            this(nameContains, state, Optional.empty());
        }
    }

    /**
     * From ACTIVE or OFFBOARDING; messages are refused on every node within 2 s, those under way are answered. A request to
     * leave is gone with it, and may be made again.
     */
    TenantView suspend(Administrator by, TenantId tenant) throws AdministrationException;

    /** From SUSPENDED, DRAINING or OFFBOARDING. */
    TenantView resume(Administrator by, TenantId tenant) throws AdministrationException;

    /**
     * From ACTIVE or SUSPENDED: takes no messages and no new assemblies any more; deployed assemblies stay until
     * {@link #purge}.
     */
    TenantView drain(Administrator by, TenantId tenant) throws AdministrationException;

    /**
     * From SUSPENDED, DRAINING or OFFBOARDING, for good: undeploys all of the tenant's assemblies on every node and removes everything
     * that it has in the service registry. Its name stays taken, and its audit trail is kept.
     */
    TenantView purge(Administrator by, TenantId tenant) throws AdministrationException;

    /**
     * From ACTIVE or SUSPENDED to OFFBOARDING: the tenant's own administrator asks that it leaves. Its messages are
     * refused on every node within 2 s, those under way are answered; it gets no new users and no new assemblies. It
     * keeps what it has, and its users can log in, until the installation's administrator {@linkplain #purge purges} or
     * {@linkplain #resume resumes} it.
     *
     * @param name the tenant's name once more
     * @throws AdministrationException INVALID if the name is another one; CONFLICT in any other state
     */
    TenantView requestOffboarding(Administrator by, TenantId tenant, String name) throws AdministrationException;

    /**
     * From OFFBOARDING to the state before, ACTIVE or SUSPENDED: the tenant's own administrator takes the request back.
     *
     * @throws AdministrationException CONFLICT if it is not OFFBOARDING
     */
    TenantView withdrawOffboarding(Administrator by, TenantId tenant) throws AdministrationException;

    /** Adds a user who may send messages, and nothing else: a TENANT_USER. */
    default UserView addUser(Administrator by, TenantId tenant, String login, Password password)
            throws AdministrationException {
        return addUser(by, tenant, login, password, Set.of(Grantee.Role.TENANT_USER));
    }

    /**
     * Adds a user.
     *
     * @param roles at least one; {@link UserAdministration} changes them
     */
    UserView addUser(Administrator by, TenantId tenant, String login, Password password, Set<Grantee.Role> roles)
            throws AdministrationException;

    /** The old password is refused on every node within 2 s. */
    UserView setPassword(Administrator by, TenantId tenant, UserId user, Password password)
            throws AdministrationException;

    /**
     * Gives the tenant's default administrator another password, and unlocks them: for a tenant whose administrator lost it.
     * Nothing else of a tenant's users is done from outside of the tenant.
     */
    UserView resetDefaultAdmin(Administrator by, TenantId tenant, Password password) throws AdministrationException;

    /** From ACTIVE to LOCKED: the user's messages are refused on every node within 2 s. */
    UserView lockUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    /** From LOCKED to ACTIVE. */
    UserView unlockUser(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    Optional<UserView> findUser(Administrator by, TenantId tenant, String login) throws AdministrationException;

    /** Users by login, removed ones too. */
    default Page<UserView> listUsers(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        return listUsers(by, tenant, UserFilter.ALL, page);
    }

    /** Users by login. */
    Page<UserView> listUsers(Administrator by, TenantId tenant, UserFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects users of a tenant.
     *
     * @param loginContains any part of the login
     * @param state only these
     */
    record UserFilter(Optional<String> loginContains, Optional<UserView.State> state) {
        /** All of them. */
        public static final UserFilter ALL = new UserFilter(Optional.empty(), Optional.empty());
    }
}
