package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the certificates that prove messages of users. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface UserCertificateAdministration {

    /** Lists certificates of a tenant's users by login, the newest first. Ended ones stay listed for at least 30 days. */
    Page<UserCertificateView> list(Administrator by, TenantId tenant, Filter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects certificates of a tenant's users.
     *
     * @param user only those of this user
     * @param nameContains any part of the name
     * @param state only those in this state; EXPIRING are those that end within 30 days
     */
    record Filter(Optional<UserId> user, Optional<String> nameContains, Optional<UserCertificateState> state) {
        /** Selects all certificates. */
        public static final Filter ALL = new Filter(Optional.empty(), Optional.empty(), Optional.empty());

        public Filter {
            requireNonNull(user, "user");
            requireNonNull(nameContains, "nameContains");
            requireNonNull(state, "state");
        }
    }
}
