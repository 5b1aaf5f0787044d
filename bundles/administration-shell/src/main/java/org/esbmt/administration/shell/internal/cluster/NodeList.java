package org.esbmt.administration.shell.internal.cluster;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.shell.internal.support.PagedCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:node-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "node-list",
        description = "Lists the nodes of the cluster, those that have left too.",
        detailedDescription =
                "Lag is how many changes a node has still to deal with. Nodes of the same revision have the"
                        + " same digest; where they DIFFER, one of them does not have what it ought to.")
public final class NodeList extends PagedCommand {
    @Reference
    ClusterAdministration cluster;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        Page<NodeView> page = cluster.nodes(by, page());
        ShellTable table = new ShellTable();
        table.column("Node ID");
        table.column("Host");
        table.column("State");
        table.column("Health");
        table.column("Revision");
        table.column("Lag");
        table.column("Heard of");
        table.column("Digest");
        table.column("Remarks");
        table.emptyTableText("No nodes.");
        for (NodeView node : page.entries()) {
            table.addRow()
                    .addContent(
                            node.id(),
                            node.host(),
                            node.state(),
                            node.health(),
                            node.observedRevision(),
                            node.lag(),
                            node.silence().toSeconds() + " s ago",
                            node.digest().map(Tables::version).orElse(""),
                            remarks(node));
        }
        print(table, page);
    }

    private static String remarks(NodeView node) {
        String here = node.here() ? "this node " : "";
        String silent = node.silent() ? "SILENT " : "";
        String differs = node.differs() ? "DIFFERS" : "";
        return (here + silent + differs).strip();
    }
}
