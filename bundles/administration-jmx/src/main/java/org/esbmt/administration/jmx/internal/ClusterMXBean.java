package org.esbmt.administration.jmx.internal;

/**
 * The nodes of the cluster, and what became of operations, for JMX clients; open types only. Identifiers are canonical
 * UUIDs, digests hex, times ISO 8601 in UTC. Failures as those of {@link AdministrationMXBean}.
 */
public interface ClusterMXBean {

    /** The name it is registered under. */
    String OBJECT_NAME = "org.esbmt:type=Cluster";

    @Described("The nodes of the cluster, those that have left too, page by page.")
    NodePage listNodes(
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 1000") int limit);

    @Described("Asks a node to finish what it has and to take nothing new.")
    NodeData drainNode(
            @Described(name = "nodeId", value = "the node's identifier") String nodeId,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Takes a node that is drained or silent out of the cluster: nobody waits for it any more.")
    NodeData removeNode(
            @Described(name = "nodeId", value = "the node's identifier") String nodeId,
            @Described(name = "forced", value = "whether also a node that works") boolean forced,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("Tells every node again which assemblies of a tenant are deployed; gives the operation's identifier.")
    String resync(
            @Described(name = "tenantId", value = "the tenant's identifier") String tenantId,
            @Described(name = "assembly", value = "only this assembly; empty: all of them") String assembly,
            @Described(name = "operation", value = "a UUID of yours for this request, to ask it again under; or empty")
                    String operation);

    @Described("What became of an operation; waits for nodes that have not answered, for a limited time.")
    OperationData showOperation(
            @Described(name = "operationId", value = "the operation's identifier") String operationId,
            @Described(name = "waitSeconds", value = "0 to 300") int waitSeconds);

    @Described("How far the batches are that this node works at and that are not decided yet, the oldest first.")
    BatchData[] listBatchesUnderWay();

    @Described("The newest changes that the nodes of the cluster were told, the newest first, page by page.")
    LoggedPage listOperations(
            @Described(name = "offset", value = "entries to leave out, from 0") int offset,
            @Described(name = "limit", value = "entries to return at the most, 1 to 100") int limit);
}
