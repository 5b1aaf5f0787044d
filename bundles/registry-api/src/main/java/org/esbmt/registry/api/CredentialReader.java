package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The part of the tenant registry that the authentication of senders reads. Every read returns committed data, even in a thread with
 * an open unit of work. Threads: any that may block; calls may be concurrent.
 */
@ProviderType
public interface CredentialReader {

    /** Empty for an unknown tenant, an unknown user, and a user without a password. */
    Optional<StoredCredential> find(TenantId tenant, UserId user) throws RegistryException;

    /**
     * Empty for an unknown tenant, an unknown or revoked certificate, and one of another tenant. The statement reads no
     * row of another tenant, so its duration does not distinguish these.
     */
    Optional<StoredCertificate> find(TenantId tenant, CertificateDigest certificate) throws RegistryException;

    /**
     * The user whom the tenant registered for a subject of one of its issuers. Empty for an unknown tenant, issuer or
     * subject. The statement reads no row of another tenant, so its duration does not distinguish these.
     */
    Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) throws RegistryException;

    /** The user of that login, in any state. Empty for an unknown tenant or login. */
    Optional<UserId> find(TenantId tenant, Login login) throws RegistryException;

    /**
     * All tenants, including the system's own and deleted ones. {@link #changesSince} reports tenants created later.
     */
    Set<TenantId> tenants() throws RegistryException;

    /**
     * The changes committed after an earlier call and up to this one. No change is left out, in any order of the
     * beginnings and ends of transactions. A change may be reported twice.
     *
     * @param cursor from the earlier call; empty for the first call, which reports no changes and returns the cursor to
     * continue from
     */
    Changes changesSince(Optional<Cursor> cursor) throws RegistryException;

    /** A moment in the registry's history. Only the registry interprets the text. */
    record Cursor(String text) {
        public Cursor {
            requireNonNull(text, "text");
        }
    }

    /**
     * Changes that concern a cache of credentials.
     *
     * @param newTenants the new tenants, without cached credentials to forget
     * @param everything true if the changes are unknown, because the cursor is too old or of another database: forget
     * all
     */
    record Changes(List<Change> changes, Set<TenantId> newTenants, boolean everything, Cursor next) {
        public Changes {
            changes = List.copyOf(changes);
            newTenants = Set.copyOf(newTenants);
            requireNonNull(next, "next");
        }
    }

    /**
     * A user's state, password, certificates or subjects of tokens changed, or a role was taken from the user, or the tenant's state
     * changed.
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
