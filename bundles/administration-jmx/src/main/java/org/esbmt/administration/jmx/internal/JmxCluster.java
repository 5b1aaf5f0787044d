package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ResyncAdministration;

/** Asks on behalf of the administrator who is connected. */
final class JmxCluster implements ClusterMXBean {
    private final ClusterAdministration cluster;
    private final OperationAdministration operations;
    private final ResyncAdministration resyncs;

    JmxCluster(ClusterAdministration cluster, OperationAdministration operations, ResyncAdministration resyncs) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.operations = requireNonNull(operations, "operations");
        this.resyncs = requireNonNull(resyncs, "resyncs");
    }

    @Override
    public NodePage listNodes(int offset, int limit) {
        return JmxAdministration.asked(by -> new NodePage(cluster.nodes(by, new PageRequest(offset, limit))));
    }

    @Override
    public NodeData drainNode(String nodeId, String operation) {
        return JmxAdministration.asked(
                operation, -1, by -> new NodeData(cluster.drainNode(by, identifier("nodeId", nodeId))));
    }

    @Override
    public NodeData removeNode(String nodeId, boolean forced, String operation) {
        return JmxAdministration.asked(
                operation, -1, by -> new NodeData(cluster.removeNode(by, identifier("nodeId", nodeId), forced)));
    }

    @Override
    public String resync(String tenantId, String assembly, String operation) {
        return JmxAdministration.asked(operation, -1, by -> resyncs.resync(
                        by, JmxAdministration.tenant(tenantId), JmxAdministration.optional(assembly))
                .operation()
                .toString());
    }

    @Override
    public OperationData showOperation(String operationId, int waitSeconds) {
        return JmxAdministration.asked(by -> operations
                .await(by, identifier("operationId", operationId), Duration.ofSeconds(waitSeconds))
                .map(OperationData::new)
                .orElseThrow(() -> Refusals.own(Reason.NOT_FOUND, "there is no operation '" + operationId + "'")));
    }

    @Override
    public LoggedPage listOperations(int offset, int limit) {
        return JmxAdministration.asked(by -> new LoggedPage(operations.newest(by, new PageRequest(offset, limit))));
    }

    @Override
    public BatchData[] listBatchesUnderWay() {
        return JmxAdministration.asked(by ->
                operations.batchesUnderWay(by).stream().map(BatchData::new).toArray(BatchData[]::new));
    }

    private static UUID identifier(String parameter, String value) {
        String text = JmxAdministration.given(parameter, value);
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(parameter + " is a UUID, not '" + text + "'", e);
        }
    }
}
