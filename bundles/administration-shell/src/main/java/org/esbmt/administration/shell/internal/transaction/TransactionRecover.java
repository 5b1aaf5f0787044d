package org.esbmt.administration.shell.internal.transaction;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.NodeCommand.RecoverTransactions;
import org.esbmt.administration.shell.internal.support.ExecutingCommand;

/** {@code esbmt:transaction-recover}. */
@Service
@Command(
        scope = "esbmt",
        name = "transaction-recover",
        description = "Finishes now what can be finished of this node's distributed transactions.",
        detailedDescription =
                "The bus does so by itself every few seconds. Nothing is done while resources are missing.")
public final class TransactionRecover extends ExecutingCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException {
        TransactionTables.print(out(), administration.execute(by, new RecoverTransactions()));
    }
}
