package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Who did what: a chain of entries for each tenant, and one for the installation, which is only added to. Each entry has
 * the hash of the one before, so that an entry that was changed, moved or removed is found. Who owns the database can
 * write a whole chain anew; then only a {@link ChainHead} that was kept elsewhere tells.
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
     * As {@link #read}, but of what one user did, or was refused, alone.
     *
     * @param actorTenant whose user that is
     */
    List<AuditEntry> readActs(TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit)
            throws RegistryException;

    /**
     * The last of what one user did, or was refused, in the order of the chain.
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
