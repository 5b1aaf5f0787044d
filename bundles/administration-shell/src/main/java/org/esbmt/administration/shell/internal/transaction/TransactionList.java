package org.esbmt.administration.shell.internal.transaction;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;

/** {@code esbmt:transaction-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "transaction-list",
        description = "Shows this node's distributed transactions that are not finished.",
        detailedDescription = "Works while the registries are out of reach, for who logged in a short time before.")
public final class TransactionList extends AdministrationCommand {
    @Reference
    TransactionOversight transactions;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        TransactionTables.print(out(), transactions.transactions(by));
    }
}
