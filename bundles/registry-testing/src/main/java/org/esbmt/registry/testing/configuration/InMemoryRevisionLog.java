package org.esbmt.registry.testing.configuration;

import static java.util.stream.Collectors.toSet;
import static org.esbmt.registry.testing.configuration.Moments.now;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.Acknowledgement.Result;
import org.esbmt.registry.api.configuration.Acknowledgements;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationOutcome;
import org.esbmt.registry.api.configuration.OperationState;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.api.configuration.TenantOperations;
import org.esbmt.registry.testing.Restorable;
import org.esbmt.tenancy.api.TenantId;

/**
 * A revision log without a database. Every operation holds the one lock. Its clusters count the revisions, so a test
 * restores both together.
 */
public final class InMemoryRevisionLog implements RevisionLog, TenantOperations, Acknowledgements, Restorable {
    private final InMemoryClusters clusters;
    private final List<LoggedOperation> log = new ArrayList<>();
    private final Map<OperationId, Map<InstanceId, Acknowledgement>> answers = new HashMap<>();

    public InMemoryRevisionLog(InMemoryClusters clusters) {
        this.clusters = clusters;
    }

    @Override
    public synchronized LoggedOperation append(NewOperation operation, PayloadAt payload) throws RegistryException {
        Optional<LoggedOperation> former = findOperation(operation.id());
        if (former.isPresent()) {
            NewOperation first = former.get().operation();
            if (first.cluster().equals(operation.cluster()) && first.request().equals(operation.request())) {
                return former.get();
            }
            throw new RegistryException.Conflict("Operation " + operation.id() + " is another request's.");
        }
        Cluster cluster = clusters.findCluster(operation.cluster())
                .orElseThrow(() -> new RegistryException.NotFound("There is no cluster " + operation.cluster() + "."));
        // The lock of the clusters is not held: no other code advances the revision.
        Payload made = payload.at(cluster.lastRevision() + 1);
        LoggedOperation appended = new LoggedOperation(operation, clusters.advance(operation.cluster()), made, now());
        log.add(appended);
        return appended;
    }

    @Override
    public synchronized List<LoggedOperation> read(ClusterId cluster, long fromRevision, int limit) {
        return log.stream()
                .filter(o -> o.operation().cluster().equals(cluster) && o.revision() >= fromRevision)
                .limit(new Slice(0, limit).limit())
                .toList();
    }

    @Override
    public synchronized Listing<LoggedOperation> newest(ClusterId cluster, TenantId tenant, Slice slice) {
        List<LoggedOperation> all = new ArrayList<>(log.stream()
                .filter(o -> o.operation().cluster().equals(cluster)
                        && o.operation().tenant().equals(Optional.of(tenant)))
                .toList());
        Collections.reverse(all);
        return new Listing<>(
                all.stream().skip(slice.offset()).limit(slice.limit()).toList(), all.size());
    }

    @Override
    public synchronized Optional<LoggedOperation> findOperation(OperationId operation) {
        return log.stream().filter(o -> o.operation().id().equals(operation)).findFirst();
    }

    @Override
    public synchronized void acknowledge(OperationId operation, InstanceId instance, Acknowledgement answer)
            throws RegistryException {
        LoggedOperation logged = findOperation(operation)
                .orElseThrow(() -> new RegistryException.NotFound("There is no operation " + operation + "."));
        ContainerInstance node = clusters.findInstance(instance)
                .orElseThrow(() -> new RegistryException.NotFound("There is no node " + instance + "."));
        if (!node.cluster().equals(logged.operation().cluster())) {
            throw new RegistryException.RuleBroken(
                    "Node " + instance + " is not in the cluster of operation " + operation + ".", null);
        }
        answers.computeIfAbsent(operation, o -> new HashMap<>())
                .merge(instance, answer, (old, next) -> old.result() == Result.FAILED ? next : old);
    }

    @Override
    public synchronized Optional<OperationOutcome> outcome(OperationId operation) {
        return findOperation(operation).map(this::outcome);
    }

    private OperationOutcome outcome(LoggedOperation logged) {
        Map<InstanceId, Acknowledgement> of =
                answers.getOrDefault(logged.operation().id(), Map.of());
        Set<InstanceId> waiting = clusters.of(logged.operation().cluster()).stream()
                .filter(i -> i.state() != InstanceState.LEFT && i.joinedRevision() < logged.revision())
                .map(ContainerInstance::id)
                .filter(i -> !of.containsKey(i))
                .collect(toSet());
        long failed =
                of.values().stream().filter(a -> a.result() == Result.FAILED).count();
        boolean late = logged.operation().notAfter().map(now()::isAfter).orElse(false);
        return new OperationOutcome(OperationState.of(of.size() - failed, failed, waiting.size(), late), of, waiting);
    }

    @Override
    public synchronized Runnable remember() {
        List<LoggedOperation> logThen = List.copyOf(log);
        Map<OperationId, Map<InstanceId, Acknowledgement>> answersThen = new HashMap<>();
        answers.forEach((operation, of) -> answersThen.put(operation, new HashMap<>(of)));
        return () -> {
            synchronized (this) {
                log.clear();
                log.addAll(logThen);
                answers.clear();
                answers.putAll(answersThen);
            }
        };
    }
}
