package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** The administrators' own accounts. Promises and threads as those of {@link TenantAdministration}. */
@ProviderType
public interface AdministratorAccounts {

    /**
     * Changes the password of the administrator who asks; the old one is refused from then on. A wrong current password
     * counts as a failed login, with the same growing delay. A repetition under the same identifier does not check the
     * current password again, since it has changed by then. It gets the first outcome if the new password is the same.
     *
     * @param current not kept; the caller clears it
     * @throws AdministrationException {@link AdministrationException.Reason#FORBIDDEN} if the current password is wrong;
     *     {@link AdministrationException.Reason#CONFLICT} if the identifier is of a change to another password, or of one that
     *     was changed since
     */
    void changePassword(Administrator by, char[] current, Password changed) throws AdministrationException;

    /** Returns the caller's identity and roles, as the bus knows them now. */
    Identity whoAmI(Administrator by) throws AdministrationException;

    /**
     * An administrator.
     *
     * @param tenant whose user; empty: the system's own
     * @param roles by name, such as {@code TENANT_ADMIN}
     */
    record Identity(String login, Optional<TenantId> tenant, SortedSet<String> roles) {
        public Identity {
            requireNonNull(login, "login");
            requireNonNull(tenant, "tenant");
            roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
        }
    }
}
