package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.administration.api.PartAccess.Part;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the administrators' own accounts. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface AdministratorAccounts {

    /** Returns the caller's identity and roles, as the bus knows them now. */
    Identity whoAmI(Administrator by) throws AdministrationException;

    /**
     * An administrator.
     *
     * @param tenant the user's tenant; empty for the system's own
     * @param user the identifier in the tenant, as messages carry it
     * @param roles by name, such as {@code TENANT_ADMIN}
     * @param parts the parts of administration with an operation that the roles permit, as of {@link PartAccess}
     */
    record Identity(
            String login, Optional<TenantId> tenant, UserId user, SortedSet<String> roles, SortedSet<Part> parts) {
        public Identity {
            requireNonNull(login, "login");
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
            roles = Collections.unmodifiableSortedSet(new TreeSet<>(roles));
            parts = Collections.unmodifiableSortedSet(new TreeSet<>(parts));
        }
    }
}
