package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tokens and certificates of users. Each call reads and writes those of one tenant alone; {@link #find} reads the one
 * whose digest the caller has. Threads and units of work: as for {@link TenantRegistry}.
 */
@ProviderType
public interface AccessCredentials {

    /** The largest number of open ones of one user. */
    int MOST = 20;

    /** The time for which an ended token stays listed. An ended certificate stays, so that nobody else registers it. */
    Duration KEPT = Duration.ofDays(30);

    /**
     * Adds a credential. It removes the owner's ended tokens after {@link #KEPT}, and the expired registration of the same
     * certificate.
     *
     * @throws RegistryException.NotFound if there is no such user
     * @throws RegistryException.Conflict if a credential with this digest is known already, whoever owns it
     * @throws RegistryException.RuleBroken if the owner would have more than {@link #MOST} open ones at its creation
     * @throws RegistryException.Stale if another one of the owner was added at the same time
     */
    void add(AccessCredential credential) throws RegistryException;

    /** Finds a credential by its digest. It may have ended. */
    Optional<AccessCredential> find(AccessCredentialKind kind, CredentialDigest digest) throws RegistryException;

    /** Finds a credential of a tenant's user. It may have ended. */
    Optional<AccessCredential> find(TenantId tenant, AccessCredentialId id) throws RegistryException;

    /** The credentials of one user, the newest first. */
    List<AccessCredential> ofUser(TenantId tenant, UserId owner) throws RegistryException;

    /** The credentials of a tenant's users by login, the newest first. */
    Listing<Owned> ofTenant(TenantId tenant, Slice slice) throws RegistryException;

    /**
     * Revokes a credential for good.
     *
     * @throws RegistryException.NotFound if there is no such one, or it was revoked before
     */
    void revoke(TenantId tenant, AccessCredentialId id, Instant at) throws RegistryException;

    /** Notes a use. Does nothing for an unknown credential. */
    void used(TenantId tenant, AccessCredentialId id, Instant at) throws RegistryException;

    /** Removes all of a tenant's users, and returns their number. */
    int removeAll(TenantId tenant) throws RegistryException;

    /** A credential with the login of its owner. */
    record Owned(Login login, AccessCredential credential) {
        public Owned {
            requireNonNull(login, "login");
            requireNonNull(credential, "credential");
        }
    }
}
