package org.esbmt.administration.api;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the users of tenants. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface UserAdministration {

    Optional<UserView> findUser(Administrator by, TenantId tenant, String login) throws AdministrationException;

    /**
     * Finds a user by the identifier, also a removed one.
     *
     * @throws AdministrationException NOT_FOUND if the tenant has no such user
     */
    UserView find(Administrator by, TenantId tenant, UserId user) throws AdministrationException;

    /** Lists users by login, including removed ones. */
    default Page<UserView> listUsers(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        return listUsers(by, tenant, UserFilter.ALL, page);
    }

    /** Lists users by login. */
    Page<UserView> listUsers(Administrator by, TenantId tenant, UserFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects users of a tenant.
     *
     * @param loginContains any part of the login
     * @param state the only state of the selection
     */
    record UserFilter(Optional<String> loginContains, Optional<UserView.State> state) {
        /** Selects all users. */
        public static final UserFilter ALL = new UserFilter(Optional.empty(), Optional.empty());
    }
}
