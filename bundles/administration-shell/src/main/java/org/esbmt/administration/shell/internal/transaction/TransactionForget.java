package org.esbmt.administration.shell.internal.transaction;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.NodeCommand.ForgetHeuristic;
import org.esbmt.administration.shell.internal.support.ExecutingCommand;

/** {@code esbmt:transaction-forget}. */
@Service
@Command(
        scope = "esbmt",
        name = "transaction-forget",
        description = "Takes a heuristic outcome off the list, once somebody has seen to the data.")
public final class TransactionForget extends ExecutingCommand {
    @Argument(
            index = 0,
            name = "transaction",
            description = "The transaction's identifier.",
            required = true,
            multiValued = false)
    String transaction;

    @Argument(index = 1, name = "resource", description = "The resource's name.", required = true, multiValued = false)
    String resource;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        administration.execute(by, new ForgetHeuristic(transaction, resource));
        out().println("Forgotten: transaction " + transaction + " at " + resource + ".");
    }
}
