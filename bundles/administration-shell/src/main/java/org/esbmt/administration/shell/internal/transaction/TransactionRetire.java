package org.esbmt.administration.shell.internal.transaction;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.NodeCommand.RetireResource;
import org.esbmt.administration.shell.internal.support.ExecutingCommand;

/** {@code esbmt:transaction-retire}. */
@Service
@Command(
        scope = "esbmt",
        name = "transaction-retire",
        description = "Gives up a resource that does not come back, so that recovery does not wait for it.",
        detailedDescription =
                "What is prepared in it stays prepared, with its locks, and may differ from what the other"
                        + " resources have. There is no way back.")
public final class TransactionRetire extends ExecutingCommand {
    @Argument(index = 0, name = "resource", description = "The resource's name.", required = true, multiValued = false)
    String resource;

    @Argument(
            index = 1,
            name = "confirmation",
            description = "The resource's name once more.",
            required = true,
            multiValued = false)
    String confirmation;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        administration.execute(by, new RetireResource(resource, confirmation));
        out().println("Recovery does not wait for " + resource + " any more.");
    }
}
