package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The audit trail: an append-only chain of entries for each tenant, and one for the installation. Each entry has the
 * hash of the one before, so a changed, moved or removed entry is detected. An owner of the database can rewrite a
 * whole chain. Only a {@link ChainHead} stored elsewhere reveals that.
 */
@ProviderType
public interface AuditTrail {

    /**
     * Appends an entry. Other appends to the chain wait until the unit of work ends. A rollback also removes the entry.
     */
    AuditEntry append(NewAuditEntry entry) throws RegistryException;

    /**
     * A part of a chain in its order; an empty part is the end.
     *
     * @param fromSequence the first sequence number to return, from 1
     * @param limit 1 to 1,000
     */
    List<AuditEntry> read(TenantId chain, long fromSequence, int limit) throws RegistryException;

    /**
     * Like {@link #read}, but only the actions and refusals of one user.
     *
     * @param actorTenant the tenant of that user
     */
    List<AuditEntry> readActs(TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit)
            throws RegistryException;

    /**
     * The last actions and refusals of one user, in the order of the chain.
     *
     * @param actorTenant the tenant of that user
     * @param limit 1 to 1,000
     */
    List<AuditEntry> lastActs(TenantId chain, TenantId actorTenant, UserId actor, int limit) throws RegistryException;

    /** Empty for a chain without entries. */
    Optional<ChainHead> head(TenantId chain) throws RegistryException;

    /**
     * Computes the hashes of a chain, up to its present head. Reads the whole chain.
     *
     * @return the first broken place of the chain; empty for an intact chain
     */
    Optional<BrokenChain> verify(TenantId chain) throws RegistryException;
}
