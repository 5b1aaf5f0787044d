package org.esbmt.administration.internal.harness;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.BrokenChain;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** A trail whose second entry was changed. */
public record TamperedTrail(AuditTrail trail) implements AuditTrail {
    @Override
    public AuditEntry append(NewAuditEntry entry) throws RegistryException {
        return trail.append(entry);
    }

    @Override
    public List<AuditEntry> read(TenantId chain, long fromSequence, int limit) throws RegistryException {
        return trail.read(chain, fromSequence, limit);
    }

    @Override
    public List<AuditEntry> readActs(TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit)
            throws RegistryException {
        return trail.readActs(chain, actorTenant, actor, fromSequence, limit);
    }

    @Override
    public List<AuditEntry> lastActs(TenantId chain, TenantId actorTenant, UserId actor, int limit)
            throws RegistryException {
        return trail.lastActs(chain, actorTenant, actor, limit);
    }

    @Override
    public Optional<ChainHead> head(TenantId chain) throws RegistryException {
        return trail.head(chain);
    }

    @Override
    public Optional<BrokenChain> verify(TenantId chain) {
        return Optional.of(new BrokenChain(2, "entry 2 differs from the appended entry"));
    }
}
