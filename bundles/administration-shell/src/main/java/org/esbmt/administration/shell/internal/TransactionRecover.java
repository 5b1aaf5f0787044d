package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TransactionOversight;

/** {@code esbmt:transaction-recover}. */
@Service
@Command(
        scope = "esbmt",
        name = "transaction-recover",
        description = "Finishes now what can be finished of this node's distributed transactions.",
        detailedDescription =
                "The bus does so by itself every few seconds. Nothing is done while resources are missing.")
public final class TransactionRecover extends AdministrationCommand {
    @Reference
    TransactionOversight transactions;

    @Override
    void run(Administrator by) throws AdministrationException {
        Transactions.print(out(), transactions.recover(by));
    }
}
