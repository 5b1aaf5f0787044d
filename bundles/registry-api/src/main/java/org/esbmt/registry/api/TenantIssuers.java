package org.esbmt.registry.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The issuers of tokens of tenants, and the users whom their subjects are. Each call reads and writes those of one tenant
 * alone. A change of an issuer is reported to every {@link CredentialWatcher} as a change of the tenant, one of a subject
 * as a change of its user. Threads and units of work: as for {@link TenantRegistry}.
 */
@ProviderType
public interface TenantIssuers {

    /** The largest number of issuers of one tenant, whatever its quota. So a list needs no pages. */
    int MOST = 20;

    /** The largest number of subjects of one user. */
    int MOST_SUBJECTS = 20;

    /**
     * Adds an issuer.
     *
     * @throws RegistryException.NotFound if there is no such tenant
     * @throws RegistryException.Conflict if another issuer of the tenant has the name or the claim
     * @throws RegistryException.RuleBroken if the tenant would have more than {@link #MOST}
     * @throws RegistryException.Stale if another issuer of the tenant was added at the same time
     */
    Versioned<TenantIssuer> add(TenantIssuer issuer) throws RegistryException;

    /**
     * Replaces the audience, algorithms and keys of an issuer.
     *
     * @throws RegistryException.NotFound if there is no issuer with this name and claim
     * @throws RegistryException.Stale if it was changed since
     */
    Versioned<TenantIssuer> replace(TenantIssuer issuer, long expectedVersion) throws RegistryException;

    /** The issuers by name; empty for an unknown tenant. */
    List<Versioned<TenantIssuer>> issuers(TenantId tenant) throws RegistryException;

    /**
     * Removes an issuer with all its subjects.
     *
     * @throws RegistryException.NotFound if there is none of that name
     * @throws RegistryException.Stale if it was changed since
     */
    void remove(TenantId tenant, KeyName name, long expectedVersion) throws RegistryException;

    /**
     * Adds a subject of an issuer to a user.
     *
     * @throws RegistryException.NotFound if the tenant has no such user or issuer
     * @throws RegistryException.Conflict if the subject is a user's already
     * @throws RegistryException.RuleBroken if the user would have more than {@link #MOST_SUBJECTS}
     * @throws RegistryException.Stale if another subject of the user was added at the same time
     */
    void add(UserSubject subject) throws RegistryException;

    /** The subjects of a user by issuer and subject. */
    List<UserSubject> subjects(TenantId tenant, UserId owner) throws RegistryException;

    /**
     * Removes a subject.
     *
     * @throws RegistryException.NotFound if the user has no such subject
     */
    void remove(TenantId tenant, UserId owner, TokenSubject subject) throws RegistryException;

    /** Removes all subjects of a user, and returns their number. */
    int removeAll(TenantId tenant, UserId owner) throws RegistryException;

    /** Removes all issuers and subjects of a tenant, and returns the number of issuers. */
    int removeAll(TenantId tenant) throws RegistryException;
}
