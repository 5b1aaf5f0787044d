package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the users of the installation. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface SystemUserAdministration {

    /**
     * Finds a user of the installation, also a removed one.
     *
     * @throws AdministrationException NOT_FOUND if there is no such user
     */
    SystemUserView find(Administrator by, String login) throws AdministrationException;

    /** Lists users by login. */
    Page<SystemUserView> list(Administrator by, SystemUserFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects users of the installation.
     *
     * @param loginContains any part of the login; empty for every login
     * @param state the only state of the selection; empty for every state
     */
    record SystemUserFilter(Optional<String> loginContains, Optional<UserView.State> state) {
        public static final SystemUserFilter ALL = new SystemUserFilter(Optional.empty(), Optional.empty());

        public SystemUserFilter {
            requireNonNull(loginContains, "loginContains");
            requireNonNull(state, "state");
        }
    }
}
