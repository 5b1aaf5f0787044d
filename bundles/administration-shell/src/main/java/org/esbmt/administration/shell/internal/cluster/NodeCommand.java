package org.esbmt.administration.shell.internal.cluster;

import java.util.UUID;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Completion;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.shell.internal.support.RepeatableCommand;
import org.esbmt.administration.shell.internal.support.Typed;

/** A command about one node of the cluster. */
abstract class NodeCommand extends RepeatableCommand {
    @Argument(index = 0, name = "node", description = "The node's identifier.", required = true, multiValued = false)
    @Completion(NodeCompleter.class)
    String node;

    final UUID id() {
        return Typed.identifier("a node", node);
    }

    static void print(NodeView view) {
        out().println("Node " + view.id() + " on " + view.host() + " is " + view.state() + ".");
    }
}
