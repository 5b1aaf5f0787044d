package org.esbmt.administration.api;

import org.osgi.annotation.versioning.ProviderType;

/** The administrators' own accounts. Promises and threads as those of {@link TenantAdministration}. */
@ProviderType
public interface AdministratorAccounts {

    /**
     * Changes the password of the administrator who asks; the old one is refused from then on. A wrong current password
     * counts as a failed login, with the same growing delay.
     *
     * @param current not kept; the caller clears it
     * @throws AdministrationException {@link AdministrationException.Reason#FORBIDDEN} if the current password is wrong
     */
    void changePassword(Administrator by, char[] current, Password changed) throws AdministrationException;
}
