package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The certificates that prove messages of users. Each call reads and writes those of one tenant alone. {@link
 * CredentialReader} reads them for messages, and reports every change. Threads and units of work: as for {@link
 * TenantRegistry}.
 */
@ProviderType
public interface UserCertificates {

    /** The largest number of open ones of one user. */
    int MOST = 20;

    /** The time for which an expired certificate stays listed. A revoked one stays as long. */
    Duration KEPT = Duration.ofDays(30);

    /**
     * Registers a certificate. It removes the owner's certificates that expired more than {@link #KEPT} before.
     *
     * @throws RegistryException.NotFound if there is no such user
     * @throws RegistryException.Conflict if the certificate is registered already or was revoked, whoever owns it
     * @throws RegistryException.RuleBroken if the owner would have more than {@link #MOST} open ones
     * @throws RegistryException.Stale if another one of the owner was registered at the same time
     */
    void register(UserCertificate certificate) throws RegistryException;

    /** Finds a certificate of a tenant's user. It may have ended. */
    Optional<UserCertificate> find(TenantId tenant, CertificateDigest digest) throws RegistryException;

    /** The selected certificates of a tenant's users by login, the newest first. */
    Listing<Owned> list(TenantId tenant, UserCertificateQuery query) throws RegistryException;

    /**
     * Revokes a certificate for good.
     *
     * @throws RegistryException.NotFound if there is no such one, or it was revoked before
     */
    void revoke(TenantId tenant, CertificateDigest digest, Instant at) throws RegistryException;

    /** Revokes all certificates of a user for good, and returns their number. */
    int revokeAll(TenantId tenant, UserId owner, Instant at) throws RegistryException;

    /** Removes all of a tenant's users, and returns their number. */
    int removeAll(TenantId tenant) throws RegistryException;

    /** A certificate with the login of its owner. */
    record Owned(Login login, UserCertificate certificate) {
        public Owned {
            requireNonNull(login, "login");
            requireNonNull(certificate, "certificate");
        }
    }
}
