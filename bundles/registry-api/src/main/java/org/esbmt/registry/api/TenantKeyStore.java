package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The private keys and secrets of tenants, sealed. Each call reads and writes those of one tenant alone. Each change
 * except {@link #reseal} is reported to every {@link CredentialWatcher} as a change of the tenant. Threads and units of
 * work: as for {@link TenantRegistry}.
 */
@ProviderType
public interface TenantKeyStore {

    /** The largest number of keys of one tenant that are not revoked, whatever its quota. So a list needs no pages. */
    int MOST_KEYS = 50;

    /** The largest number of secrets of one tenant, whatever its quota. */
    int MOST_SECRETS = 100;

    /** The time for which a revoked key stays listed. */
    Duration KEPT = Duration.ofDays(30);

    /**
     * Adds a key. It removes the tenant's revoked keys after {@link #KEPT}.
     *
     * @throws RegistryException.NotFound if there is no such tenant
     * @throws RegistryException.Conflict if a key of the tenant that is not revoked has this name
     * @throws RegistryException.RuleBroken if the tenant would have more than {@link #MOST_KEYS}
     * @throws RegistryException.Stale if another key of the tenant was added at the same time
     */
    void add(TenantKey key) throws RegistryException;

    /** Finds a key, a revoked one too. */
    Optional<TenantKey> find(TenantId tenant, TenantKeyId id) throws RegistryException;

    /** The keys by name, revoked ones last; empty for an unknown tenant. */
    List<TenantKey> keys(TenantId tenant) throws RegistryException;

    /**
     * Gives a key another certificate.
     *
     * @throws RegistryException.NotFound if there is no such key, or it is revoked
     */
    void certify(TenantId tenant, TenantKeyId id, OpaqueBytes chain, Instant notBefore, Instant notAfter)
            throws RegistryException;

    /**
     * Makes a key FORMER, or moves the end of a FORMER one.
     *
     * @throws RegistryException.NotFound as of {@link #certify}
     */
    void makeFormer(TenantId tenant, TenantKeyId id, Instant until) throws RegistryException;

    /**
     * Revokes a key for good, and forgets its private key.
     *
     * @throws RegistryException.NotFound as of {@link #certify}
     */
    void revoke(TenantId tenant, TenantKeyId id, Instant at) throws RegistryException;

    /**
     * Adds a secret, or replaces the one of the same name.
     *
     * @param expectedVersion the version of the secret before; 0 if there is none
     * @throws RegistryException.NotFound if there is no such tenant
     * @throws RegistryException.RuleBroken if the tenant would have more than {@link #MOST_SECRETS}
     * @throws RegistryException.Stale if the secret was changed, added or removed since; also if a secret of the tenant
     * was added at the same time
     */
    Versioned<TenantSecret> putSecret(TenantSecret secret, long expectedVersion) throws RegistryException;

    /** The secrets by name; empty for an unknown tenant. */
    List<Versioned<TenantSecret>> secrets(TenantId tenant) throws RegistryException;

    /**
     * Removes a secret.
     *
     * @throws RegistryException.NotFound if there is none of that name
     * @throws RegistryException.Stale if it was changed since
     */
    void removeSecret(TenantId tenant, KeyName name, long expectedVersion) throws RegistryException;

    /** Removes all keys and secrets of a tenant, and returns their number. */
    int removeAll(TenantId tenant) throws RegistryException;

    /** Keys and partners that are not revoked, secrets, issuers and authorities, at one moment. */
    Contents contents(TenantId tenant) throws RegistryException;

    /**
     * The numbers of keys, partners and authorities that are in use and whose certificates end before a moment, by tenant. Tenants
     * without one are left out.
     *
     * @param now former keys whose use ended by then do not count
     */
    Map<TenantId, Long> expiring(Instant now, Instant before) throws RegistryException;

    /**
     * Replaces a sealed private key by the same one, sealed anew.
     *
     * @return false, without effect, if the key is not sealed as expected any more
     */
    boolean reseal(TenantId tenant, TenantKeyId id, SealedValue expected, SealedValue next) throws RegistryException;

    /** Replaces a sealed secret, as {@link #reseal(TenantId, TenantKeyId, SealedValue, SealedValue)} does. */
    boolean reseal(TenantId tenant, KeyName secret, SealedValue expected, SealedValue next) throws RegistryException;

    /** The keys and secrets of a tenant, its partners, issuers and authorities. */
    record Contents(
            List<TenantKey> keys,
            List<TenantSecret> secrets,
            List<TenantPartner> partners,
            List<TenantIssuer> issuers,
            List<TenantAuthority> authorities) {
        public Contents {
            keys = List.copyOf(requireNonNull(keys, "keys"));
            secrets = List.copyOf(requireNonNull(secrets, "secrets"));
            partners = List.copyOf(requireNonNull(partners, "partners"));
            issuers = List.copyOf(requireNonNull(issuers, "issuers"));
            authorities = List.copyOf(requireNonNull(authorities, "authorities"));
        }
    }
}
