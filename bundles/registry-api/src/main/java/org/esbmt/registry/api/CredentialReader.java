package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What those who check passwords may read of the tenant registry. Always reads what is committed, whatever unit of work
 * the thread is in. Threads: any that may block; calls may be concurrent.
 */
@ProviderType
public interface CredentialReader {

    /** Empty for an unknown tenant, an unknown user, and a user without a password. */
    Optional<StoredCredential> find(TenantId tenant, UserId user) throws RegistryException;

    /** Every tenant there is, the system's and deleted ones too. Later ones are told by {@link #changesSince}. */
    Set<TenantId> tenants() throws RegistryException;

    /**
     * What was committed after an earlier call and up to this one: no change is left out, whichever order transactions
     * began and ended in, though one may be told twice.
     *
     * @param cursor from the earlier call; empty for the first, which tells no changes and where to go on
     */
    Changes changesSince(Optional<Cursor> cursor) throws RegistryException;

    /** A moment in the registry's history. The text is the registry's own business. */
    record Cursor(String text) {
        public Cursor {
            requireNonNull(text, "text");
        }
    }

    /**
     * Changes that matter to who remembers credentials.
     *
     * @param newTenants of whom there is nothing to forget yet
     * @param everything what changed can no longer be told, since the cursor is too old or of another database: forget
     *     all
     */
    record Changes(List<Change> changes, Set<TenantId> newTenants, boolean everything, Cursor next) {
        public Changes {
            changes = List.copyOf(changes);
            newTenants = Set.copyOf(newTenants);
            requireNonNull(next, "next");
        }
    }

    /**
     * A user's state or password changed, or a role was taken from the user, or the tenant's state changed.
     *
     * @param user empty: all users of the tenant
     */
    record Change(TenantId tenant, Optional<UserId> user) {
        public Change {
            requireNonNull(tenant, "tenant");
            requireNonNull(user, "user");
        }
    }
}
