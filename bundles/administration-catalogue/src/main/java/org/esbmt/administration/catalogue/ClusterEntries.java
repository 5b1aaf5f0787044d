package org.esbmt.administration.catalogue;

import static org.esbmt.administration.api.PartAccess.Part.CLUSTER;
import static org.esbmt.administration.catalogue.Result.all;
import static org.esbmt.administration.catalogue.Result.one;
import static org.esbmt.administration.catalogue.Result.page;
import static org.esbmt.administration.catalogue.Result.text;
import static org.esbmt.administration.catalogue.Words.FORCED;
import static org.esbmt.administration.catalogue.Words.LIMIT;
import static org.esbmt.administration.catalogue.Words.NODE;
import static org.esbmt.administration.catalogue.Words.OFFSET;
import static org.esbmt.administration.catalogue.Words.ONE_ASSEMBLY;
import static org.esbmt.administration.catalogue.Words.OPERATION_ID;
import static org.esbmt.administration.catalogue.Words.OPERATION_LIMIT;
import static org.esbmt.administration.catalogue.Words.TENANT;
import static org.esbmt.administration.catalogue.Words.WAIT_SECONDS;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;
import org.esbmt.administration.api.command.NodeCommand.Resync;

/** The nodes of the cluster, and the progress of operations on them. */
final class ClusterEntries {
    static final List<Entry<?>> ALL = List.of(
            Entry.reads(
                            CLUSTER,
                            "listNodes",
                            "The nodes of the cluster, those that have left too, page by page.",
                            OFFSET,
                            LIMIT)
                    .asks(
                            page(Shapes.NODE),
                            ClusterAdministration.class,
                            (cluster, by, with) -> cluster.nodes(by, with.page())),
            Entry.reads(CLUSTER, "showNode", "The node of that identifier.", NODE)
                    .asks(
                            one(Shapes.NODE),
                            ClusterAdministration.class,
                            (cluster, by, with) -> cluster.node(by, with.get(NODE))),
            Entry.makes(CLUSTER, "drainNode", "Asks a node to finish what it has and to take nothing new.", NODE)
                    .executes(one(Shapes.NODE), DrainNode.class, with -> new DrainNode(with.get(NODE))),
            Entry.makes(
                            CLUSTER,
                            "removeNode",
                            "Takes a node that is drained or silent out of the cluster: nobody waits for it any more.",
                            NODE,
                            FORCED)
                    .executes(
                            one(Shapes.NODE),
                            RemoveNode.class,
                            with -> new RemoveNode(with.get(NODE), with.get(FORCED))),
            Entry.makes(
                            CLUSTER,
                            "resync",
                            "Tells every node again which assemblies of a tenant are deployed; gives the operation's"
                                    + " identifier.",
                            TENANT,
                            ONE_ASSEMBLY)
                    .executes(
                            text(resync -> resync.operation().toString()),
                            Resync.class,
                            with -> new Resync(with.get(TENANT), with.get(ONE_ASSEMBLY))),
            Entry.reads(
                            CLUSTER,
                            "showOperation",
                            "The outcome of an operation, with that of each node; waits a limited time for nodes without an answer.",
                            OPERATION_ID,
                            WAIT_SECONDS)
                    .asks(one(Shapes.OPERATION), OperationAdministration.class, (operations, by, with) -> {
                        UUID id = with.get(OPERATION_ID);
                        return operations
                                .await(by, id, Duration.ofSeconds(with.get(WAIT_SECONDS)))
                                .orElseThrow(() -> Entry.notFound("there is no operation '" + id + "'"));
                    }),
            Entry.reads(
                            CLUSTER,
                            "listBatchesUnderWay",
                            "How far the batches are that this node works at and that are not decided yet, the oldest first.")
                    .asks(
                            all(Shapes.BATCH),
                            OperationAdministration.class,
                            (operations, by, with) -> operations.batchesUnderWay(by)),
            Entry.reads(
                            CLUSTER,
                            "listOperations",
                            "The newest changes that the nodes of the cluster were told, the newest first, page by page.",
                            OFFSET,
                            OPERATION_LIMIT)
                    .asks(
                            page(Shapes.LOGGED),
                            OperationAdministration.class,
                            (operations, by, with) -> operations.newest(by, with.page(OPERATION_LIMIT))));

    private ClusterEntries() {}
}
