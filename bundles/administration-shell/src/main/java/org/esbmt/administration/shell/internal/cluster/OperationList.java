package org.esbmt.administration.shell.internal.cluster;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperationAdministration.LoggedView;
import org.esbmt.administration.api.OperationAdministration.UnderWayView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.Tables;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:operation-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "operation-list",
        description = "Lists the newest changes that the nodes of the cluster were told.",
        detailedDescription =
                "esbmt:operation-show tells how far the nodes are with one of them. With --under-way: how far the"
                        + " batches are that this node works at and that are not decided yet.")
public final class OperationList extends AdministrationCommand {
    @Option(name = "--offset", description = "Entries to leave out, from 0.", required = false, multiValued = false)
    String offset = "0";

    @Option(
            name = "--limit",
            description = "Entries to show at the most, 1 to 100.",
            required = false,
            multiValued = false)
    String limit = "20";

    @Option(
            name = "--under-way",
            description = "The batches of this node that are not decided yet, instead.",
            required = false,
            multiValued = false)
    boolean underWay;

    @Reference
    OperationAdministration operations;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        if (underWay) {
            printUnderWay(by);
            return;
        }
        Page<LoggedView> page = operations.newest(by, Tables.page(offset, limit));
        ShellTable table = new ShellTable();
        table.column("Revision");
        table.column("At");
        table.column("Kind");
        table.column("Tenant ID");
        table.column("Operation ID");
        table.emptyTableText("No operations.");
        for (LoggedView logged : page.entries()) {
            table.addRow()
                    .addContent(
                            logged.revision(),
                            logged.at(),
                            logged.kind(),
                            logged.tenant().map(TenantId::toString).orElse(""),
                            logged.id());
        }
        table.print(out());
        if (!Tables.rest(page).isEmpty()) {
            out().println(Tables.rest(page));
        }
    }

    private void printUnderWay(Administrator by) throws AdministrationException {
        ShellTable table = new ShellTable();
        table.column("Since");
        table.column("By");
        table.column("Phase");
        table.column("Steps");
        table.column("Dry run");
        table.column("Operation ID");
        table.emptyTableText("No batch is under way on this node.");
        for (UnderWayView batch : operations.batchesUnderWay(by)) {
            table.addRow()
                    .addContent(
                            batch.since(),
                            batch.by(),
                            batch.phase(),
                            batch.done() + " of " + batch.steps(),
                            batch.dryRun() ? "yes" : "no",
                            batch.id());
        }
        table.print(out());
    }
}
