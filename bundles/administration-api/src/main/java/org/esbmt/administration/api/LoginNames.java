package org.esbmt.administration.api;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Finds the login of a user whom a message names by identifiers, for the adapters whose clients send a
 * {@code TenantContext}. The password is checked afterwards, by {@link OperatorLogin}. Any thread that may block.
 */
@ProviderType
@FunctionalInterface
public interface LoginNames {

    /**
     * Returns the login of a tenant's user, as of {@link Administrator#login}. Empty for an unknown tenant or user, for
     * users of the installation, and while the registry is out of reach. Adapters reveal no difference between these.
     */
    Optional<String> find(TenantId tenant, UserId user);
}
