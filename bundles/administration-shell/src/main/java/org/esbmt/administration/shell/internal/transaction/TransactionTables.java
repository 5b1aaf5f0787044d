package org.esbmt.administration.shell.internal.transaction;

import java.io.PrintStream;
import java.time.Instant;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.TransactionOversight.BranchView;
import org.esbmt.administration.api.TransactionOversight.HeuristicView;
import org.esbmt.administration.api.TransactionOversight.ResourceView;
import org.esbmt.administration.api.TransactionOversight.TransactionsView;

/** Distributed transactions in the form of the console. */
final class TransactionTables {
    private TransactionTables() {}

    static void print(PrintStream out, TransactionsView view) {
        String missing = String.join(", ", view.recovery().missing());
        out.println("Recovery   " + view.recovery().phase() + (missing.isEmpty() ? "" : ", waits for " + missing));
        out.println(
                "Last run   " + view.recovery().lastRun().map(Instant::toString).orElse("never"));
        view.recovery().problems().forEach(problem -> out.println("Problem    " + problem));
        ShellTable resources = new ShellTable();
        resources.column("Resource");
        resources.column("State");
        resources.emptyTableText("No resources.");
        for (ResourceView resource : view.resources()) {
            resources.addRow().addContent(resource.name(), resource.registered() ? "there" : "MISSING");
        }
        resources.print(out);
        if (!view.inDoubt().isEmpty()) {
            out.println();
            out.println("Not finished:");
            ShellTable table = table("Outcome", "Problem");
            for (BranchView branch : view.inDoubt()) {
                table.addRow()
                        .addContent(
                                branch.transaction(),
                                branch.resource(),
                                branch.since() + (branch.alarm() ? " ALARM" : ""),
                                branch.outcome(),
                                branch.problem().orElse(""));
            }
            table.print(out);
        }
        if (!view.heuristics().isEmpty()) {
            out.println();
            out.println("Finished against the transaction:");
            ShellTable table = table("Decided", "Problem");
            for (HeuristicView heuristic : view.heuristics()) {
                table.addRow()
                        .addContent(
                                heuristic.transaction(),
                                heuristic.resource(),
                                heuristic.since(),
                                heuristic.committed() ? "COMMIT" : "ROLLBACK",
                                heuristic.problem());
            }
            table.print(out);
        }
    }

    private static ShellTable table(String decision, String problem) {
        ShellTable table = new ShellTable();
        table.column("Transaction");
        table.column("Resource");
        table.column("Since");
        table.column(decision);
        table.column(problem);
        return table;
    }
}
