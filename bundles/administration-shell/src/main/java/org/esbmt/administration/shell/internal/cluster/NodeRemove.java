package org.esbmt.administration.shell.internal.cluster;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;

/** {@code esbmt:node-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "node-remove",
        description = "Takes a node out of the cluster: nobody waits for it any more.",
        detailedDescription =
                "A node that is drained, or of which nothing was heard for a while. It is not switched off"
                        + " by this, and joins again when it is started again.")
public final class NodeRemove extends NodeCommand {
    @Option(name = "--force", description = "Also a node that works.", required = false, multiValued = false)
    boolean force;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        print(administration.execute(by, new RemoveNode(id(), force)));
    }
}
