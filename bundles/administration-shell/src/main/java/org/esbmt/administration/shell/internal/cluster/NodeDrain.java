package org.esbmt.administration.shell.internal.cluster;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;

/** {@code esbmt:node-drain}. */
@Service
@Command(
        scope = "esbmt",
        name = "node-drain",
        description = "Asks a node to finish what it has and to take nothing new.",
        detailedDescription = "Until it is started again. esbmt:node-remove takes it out of the cluster.")
public final class NodeDrain extends NodeCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException {
        print(administration.execute(by, new DrainNode(id())));
    }
}
