package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The users who administer, run and audit the installation. They are users of no tenant and send no messages. A user
 * who is only {@link SystemRole#SRE} or {@link SystemRole#SYSTEM_AUDITOR} has no login of the container, but logs in
 * where tenants do. There is always an active {@link SystemRole#SYSTEM_ADMIN} with a password: a change that would
 * leave none is a CONFLICT. Promises and threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface SystemUserAdministration {

    /**
     * Adds an active user.
     *
     * @param login 1 to 128 printable characters without spaces or {@code /}
     * @param password not kept; the caller closes it
     * @param roles at least one
     * @throws AdministrationException CONFLICT if the login is taken, also by somebody who was removed
     */
    SystemUserView add(Administrator by, String login, Password password, Set<SystemRole> roles)
            throws AdministrationException;

    /**
     * Replaces somebody else's password, such as a lost one; who is LOCKED stays so.
     *
     * @throws AdministrationException CONFLICT if it is the own one, which {@link AdministratorAccounts#changePassword}
     *     replaces
     */
    SystemUserView setPassword(Administrator by, String login, Password password) throws AdministrationException;

    /** From ACTIVE to LOCKED: refused from then on, on every way in. */
    SystemUserView lock(Administrator by, String login) throws AdministrationException;

    /** From LOCKED to ACTIVE. */
    SystemUserView unlock(Administrator by, String login) throws AdministrationException;

    /** To REVOKED, for good; the login stays taken, so that the audit means one person by it. */
    SystemUserView remove(Administrator by, String login) throws AdministrationException;

    /**
     * Gives one more role.
     *
     * @throws AdministrationException CONFLICT if the user has it, or was removed
     */
    SystemUserView assignRole(Administrator by, String login, SystemRole role) throws AdministrationException;

    /**
     * Takes a role away.
     *
     * @throws AdministrationException CONFLICT if the user has not got it, has no other, or was removed
     */
    SystemUserView revokeRole(Administrator by, String login, SystemRole role) throws AdministrationException;

    /** By login. */
    Page<SystemUserView> list(Administrator by, SystemUserFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects users of the installation.
     *
     * @param loginContains empty: whatever the login
     * @param state empty: whatever the state
     */
    record SystemUserFilter(Optional<String> loginContains, Optional<UserView.State> state) {
        public static final SystemUserFilter ALL = new SystemUserFilter(Optional.empty(), Optional.empty());

        public SystemUserFilter {
            requireNonNull(loginContains, "loginContains");
            requireNonNull(state, "state");
        }
    }
}
