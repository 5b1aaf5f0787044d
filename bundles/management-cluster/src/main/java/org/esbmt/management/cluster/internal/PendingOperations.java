package org.esbmt.management.cluster.internal;

import static java.util.Comparator.comparingInt;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The operations whose end is not reported yet. Above the limit, the tenant with the most operations loses its oldest
 * one. So a tenant with many operations loses only its own. Those of the installation count as one tenant's. Confined
 * to one thread.
 */
final class PendingOperations {
    static final int AT_MOST = 200;

    private static final Logger LOG = LoggerFactory.getLogger(PendingOperations.class);
    private static final long LOG_EVERY_NANOS = 60_000_000_000L;

    private final LongSupplier nanoTime;
    /** By identifier, the oldest first. */
    private final Map<UUID, LoggedOperation> pending = new LinkedHashMap<>();
    /** The number of dropped operations that are not logged yet. */
    private final Map<Optional<TenantId>, Integer> leftOut = new HashMap<>();

    private long loggedAt;

    PendingOperations(LongSupplier nanoTime) {
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.loggedAt = nanoTime.getAsLong() - LOG_EVERY_NANOS;
    }

    void add(Collection<LoggedOperation> operations) {
        for (LoggedOperation operation : operations) {
            pending.put(operation.operation().id().value(), operation);
            if (pending.size() > AT_MOST) {
                leaveOneOut();
            }
        }
        if (!leftOut.isEmpty() && nanoTime.getAsLong() - loggedAt >= LOG_EVERY_NANOS) {
            loggedAt = nanoTime.getAsLong();
            leftOut.forEach((tenant, count) -> LOG.warn(
                    "The outcome of {} operations of {} will not be reported: too many wait for answers of nodes, and"
                            + " most of them have this owner. This is logged once a minute.",
                    count,
                    tenant.map(of -> "tenant " + of).orElse("the installation")));
            leftOut.clear();
        }
    }

    private void leaveOneOut() {
        // In the order of their oldest operations: among tenants with equally many, the first one with the longest wait
        // loses.
        Map<Optional<TenantId>, List<LoggedOperation>> byTenant =
                pending.values().stream().collect(groupingBy(PendingOperations::tenant, LinkedHashMap::new, toList()));
        byTenant.values().stream().max(comparingInt(List::size)).ifPresent(most -> {
            LoggedOperation oldest = most.get(0);
            remove(oldest);
            leftOut.merge(tenant(oldest), 1, Integer::sum);
        });
    }

    private static Optional<TenantId> tenant(LoggedOperation operation) {
        return operation.operation().tenant();
    }

    void remove(LoggedOperation operation) {
        pending.remove(operation.operation().id().value());
    }

    /** A snapshot, the oldest first. */
    List<LoggedOperation> all() {
        return new ArrayList<>(pending.values());
    }
}
