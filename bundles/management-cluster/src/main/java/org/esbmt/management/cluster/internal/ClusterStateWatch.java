package org.esbmt.management.cluster.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.event.StateChange;
import org.esbmt.management.api.event.StateChange.Kind;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationOutcome;
import org.esbmt.registry.api.configuration.OperationState;
import org.esbmt.tenancy.api.TenantId;

/**
 * Reports the operations, tenants and nodes with another state than at the last check. The first check reports nothing.
 * {@link StateChangeNotifier} calls it. Confined to one thread.
 */
final class ClusterStateWatch {
    private static final int AT_ONCE = 100;

    private final ClusterId cluster;
    private final LocalNode node;
    private final RegistryReferences registries;
    private final Duration longestSilence;
    private final Consumer<StateChange> listeners;

    private OptionalLong next = OptionalLong.empty();
    private final PendingOperations pending = new PendingOperations(System::nanoTime);

    private Optional<Map<UUID, String>> nodes = Optional.empty();
    private final Map<TenantId, String> tenants = new HashMap<>();

    /**
     * Begins without a check.
     *
     * @param longestSilence the time without a heartbeat after which a node is down
     */
    ClusterStateWatch(
            LocalNode node, RegistryReferences registries, Duration longestSilence, Consumer<StateChange> listeners) {
        this.cluster = new ClusterId(node.cluster());
        this.node = requireNonNull(node, "node");
        this.registries = requireNonNull(registries, "registries");
        this.longestSilence = requireNonNull(longestSilence, "longestSilence");
        this.listeners = requireNonNull(listeners, "listeners");
    }

    /**
     * Reports new operations of the log, and the end of pending ones.
     *
     * @param all false restricts the check to operations with answers collected on this node; other nodes may have
     *     collected answers, too
     */
    void checkOperations(boolean all) throws RegistryException, ClusterUnavailableException {
        Set<UUID> answered = node.takeAnswered();
        if (next.isEmpty()) {
            next = OptionalLong.of(registries
                            .directory()
                            .findCluster(cluster)
                            .orElseThrow(() -> new ClusterUnavailableException("The cluster is not there.", null))
                            .lastRevision()
                    + 1);
            return;
        }
        Set<UUID> logged = readLog();
        for (LoggedOperation operation : pending.all()) {
            UUID id = operation.operation().id().value();
            if (all || answered.contains(id) || logged.contains(id)) {
                check(operation);
            }
        }
    }

    private Set<UUID> readLog() throws RegistryException, ClusterUnavailableException {
        Map<UUID, LoggedOperation> read = new LinkedHashMap<>();
        List<LoggedOperation> part;
        do {
            part = registries.log().read(cluster, next.getAsLong(), AT_ONCE);
            for (LoggedOperation operation : part) {
                next = OptionalLong.of(operation.revision() + 1);
                read.put(operation.operation().id().value(), operation);
                tell(operation, Optional.empty(), OperationState.PENDING);
            }
        } while (!part.isEmpty());
        pending.add(read.values());
        return read.keySet();
    }

    private void check(LoggedOperation operation) throws RegistryException, ClusterUnavailableException {
        OperationId id = operation.operation().id();
        OperationState state = registries
                .acknowledgements()
                .outcome(id)
                .map(OperationOutcome::state)
                .orElse(OperationState.PENDING);
        if (state != OperationState.PENDING) {
            pending.remove(operation);
            tell(operation, Optional.of(OperationState.PENDING.name()), state);
        }
    }

    private void tell(LoggedOperation operation, Optional<String> before, OperationState after) {
        UUID id = operation.operation().id().value();
        listeners.accept(new StateChange(
                Kind.OPERATION,
                id.toString(),
                operation.operation().tenant(),
                before,
                after.name(),
                Optional.of(operation.operation().kind()),
                Optional.of(id),
                Optional.empty(),
                Instant.now()));
    }

    void checkNodes() throws RegistryException, ClusterUnavailableException {
        Map<UUID, String> now = new LinkedHashMap<>();
        Listing<ContainerInstance> part;
        do {
            part = registries.membership().listInstances(cluster, new Slice(now.size(), AT_ONCE));
            part.entries().forEach(instance -> now.put(instance.id().value(), state(instance)));
        } while (!part.entries().isEmpty() && now.size() < part.total());
        Optional<Map<UUID, String>> before = nodes;
        nodes = Optional.of(now);
        if (before.isPresent()) {
            now.forEach((id, state) -> tell(id, Optional.ofNullable(before.get().get(id)), state));
        }
    }

    private String state(ContainerInstance instance) {
        boolean silent =
                instance.state() != InstanceState.LEFT && instance.silent().compareTo(longestSilence) >= 0;
        return silent ? StateChange.DOWN : instance.state().name();
    }

    private void tell(UUID instance, Optional<String> before, String after) {
        if (before.equals(Optional.of(after))) {
            return;
        }
        listeners.accept(new StateChange(
                Kind.NODE,
                instance.toString(),
                Optional.empty(),
                before,
                after,
                Optional.empty(),
                Optional.empty(),
                Optional.of(instance),
                Instant.now()));
    }

    /** Reports those of the changed tenants whose state has changed. */
    void checkTenants(Set<TenantId> changed) throws RegistryException, ClusterUnavailableException {
        for (TenantId tenant : changed) {
            Optional<String> now = registries
                    .tenants()
                    .findTenant(tenant)
                    .map(Versioned::value)
                    .map(Tenant::state)
                    .map(Enum::name);
            if (now.isPresent()) {
                Optional<String> before = Optional.ofNullable(tenants.put(tenant, now.get()));
                if (!before.equals(now)) {
                    listeners.accept(new StateChange(
                            Kind.TENANT,
                            tenant.toString(),
                            Optional.of(tenant),
                            before,
                            now.get(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Instant.now()));
                }
            }
        }
    }
}
