package org.esbmt.registry.testing.configuration;

import static org.esbmt.registry.testing.configuration.Moments.now;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.AuditEntry;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.BrokenChain;
import org.esbmt.registry.api.configuration.ChainHead;
import org.esbmt.registry.api.configuration.NewAuditEntry;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.testing.Restorable;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** An audit trail without a database. Only this class has access to its entries, so its chains are intact. */
public final class InMemoryAuditTrail implements AuditTrail, Restorable {
    private final Map<TenantId, List<AuditEntry>> chains = new HashMap<>();

    @Override
    public synchronized AuditEntry append(NewAuditEntry entry) {
        List<AuditEntry> chain = chains.computeIfAbsent(entry.chain(), c -> new ArrayList<>());
        Optional<Sha256> former = last(chain).map(AuditEntry::hash);
        Instant at = now();
        AuditEntry appended = new AuditEntry(
                entry, chain.size() + 1L, at, former, AuditEntry.hash(entry, chain.size() + 1L, at, former));
        chain.add(appended);
        return appended;
    }

    @Override
    public synchronized List<AuditEntry> read(TenantId chain, long fromSequence, int limit) {
        return chains.getOrDefault(chain, List.of()).stream()
                .filter(e -> e.sequence() >= fromSequence)
                .limit(new Slice(0, limit).limit())
                .toList();
    }

    @Override
    public synchronized List<AuditEntry> readActs(
            TenantId chain, TenantId actorTenant, UserId actor, long fromSequence, int limit) {
        return acts(chain, actorTenant, actor)
                .filter(e -> e.sequence() >= fromSequence)
                .limit(new Slice(0, limit).limit())
                .toList();
    }

    @Override
    public synchronized List<AuditEntry> lastActs(TenantId chain, TenantId actorTenant, UserId actor, int limit) {
        List<AuditEntry> all = acts(chain, actorTenant, actor).toList();
        return all.subList(Math.max(0, all.size() - new Slice(0, limit).limit()), all.size());
    }

    private Stream<AuditEntry> acts(TenantId chain, TenantId actorTenant, UserId actor) {
        return chains.getOrDefault(chain, List.of()).stream()
                .filter(e -> e.content().actorTenant().equals(actorTenant)
                        && e.content().actor().equals(actor));
    }

    @Override
    public synchronized Optional<ChainHead> head(TenantId chain) {
        return last(chains.getOrDefault(chain, List.of())).map(e -> new ChainHead(e.sequence(), e.hash()));
    }

    @Override
    public Optional<BrokenChain> verify(TenantId chain) {
        return Optional.empty();
    }

    private static Optional<AuditEntry> last(List<AuditEntry> chain) {
        return chain.isEmpty() ? Optional.empty() : Optional.of(chain.get(chain.size() - 1));
    }

    @Override
    public synchronized Runnable remember() {
        Map<TenantId, List<AuditEntry>> then = new HashMap<>();
        chains.forEach((chain, entries) -> then.put(chain, new ArrayList<>(entries)));
        return () -> {
            synchronized (this) {
                chains.clear();
                chains.putAll(then);
            }
        };
    }
}
