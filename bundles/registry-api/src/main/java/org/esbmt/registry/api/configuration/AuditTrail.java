package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The audit trail: an append-only chain of entries for each tenant, and one for the installation. Each entry has the
 * hash of the one before, so a changed, moved or removed entry is found. An owner of the database can rewrite a whole
 * chain. Only a {@link ChainHead} that is kept elsewhere reveals that.
 */
@ProviderType
public interface AuditTrail {

    /**
     * Appends an entry. Until the unit of work ends, other appends to the chain wait; when it is rolled back, so is the
     * entry.
     */
    AuditEntry append(NewAuditEntry entry) throws RegistryException;

    /**
     * A part of a chain in its order; an empty one is the end.
     *
     * @param fromSequence the first one wanted, from 1
     * @param limit 1 to 1,000
     */
    List<AuditEntry> read(TenantId chain, long fromSequence, int limit) throws RegistryException;

    /**
     * As {@link #read}, but only the actions and refusals of one user.
     *
     * @param actorTenant whose user that is
     */
    List<AuditEntry> readActs(TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit)
            throws RegistryException;

    /**
     * The last actions and refusals of one user, in the order of the chain.
     *
     * @param actorTenant whose user that is
     * @param limit 1 to 1,000
     */
    List<AuditEntry> lastActs(TenantId chain, TenantId actorTenant, UserId actor, int limit) throws RegistryException;

    /** Empty for a chain without entries. */
    Optional<ChainHead> head(TenantId chain) throws RegistryException;

    /**
     * Computes the hashes of a chain, up to the head it has now. Reads all of it.
     *
     * @return the first place where the chain is broken; empty if it is whole
     */
    Optional<BrokenChain> verify(TenantId chain) throws RegistryException;
}
