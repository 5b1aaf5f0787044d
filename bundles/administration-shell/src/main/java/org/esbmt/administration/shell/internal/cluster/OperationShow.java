package org.esbmt.administration.shell.internal.cluster;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.OperationAdministration.Answer;
import org.esbmt.administration.api.OperationAdministration.OnNodes;
import org.esbmt.administration.api.OperationAdministration.OperationView;
import org.esbmt.administration.shell.internal.support.AdministrationCommand;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.administration.shell.internal.support.Tables;
import org.esbmt.administration.shell.internal.support.Typed;
import org.esbmt.tenancy.api.TenantId;

/** {@code esbmt:operation-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "operation-show",
        description = "Shows what became of an operation, here and on the other nodes.")
public final class OperationShow extends AdministrationCommand {
    @Argument(
            index = 0,
            name = "operation",
            description = "The operation's identifier.",
            required = true,
            multiValued = false)
    String operation;

    @Option(
            name = "--wait",
            description = "Seconds, 0 to 300, to wait for nodes that have not answered.",
            required = false,
            multiValued = false)
    String wait = "0";

    @Reference
    OperationAdministration operations;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        UUID id = Typed.identifier("an operation", operation);
        OperationView found = operations
                .await(by, id, Duration.ofSeconds(Tables.number("--wait", wait)))
                .orElseThrow(() -> Refused.because(Reason.NOT_FOUND, "there is no operation " + id));
        out().println("Operation  " + found.id());
        out().println("Kind       " + found.kind());
        out().println("By         " + found.by());
        out().println("At         " + found.at());
        out().println("Result     " + found.result());
        if (found.onNodes().isEmpty()) {
            out().println("Nodes      had nothing to do");
            return;
        }
        OnNodes nodes = found.onNodes().get();
        out().println("Tenant     " + nodes.tenant().map(TenantId::toString).orElse(""));
        nodes.revision().ifPresent(revision -> out().println("Revision   " + revision));
        out().println("Nodes      " + nodes.state());
        ShellTable table = new ShellTable();
        table.column("Node ID");
        table.column("Answer");
        table.column("Reason");
        for (Map.Entry<UUID, Answer> answer : nodes.answers().entrySet()) {
            table.addRow()
                    .addContent(
                            answer.getKey(),
                            answer.getValue().result(),
                            answer.getValue().reason().orElse(""));
        }
        for (UUID waiting : nodes.waiting()) {
            table.addRow().addContent(waiting, "none yet", "");
        }
        table.print(out());
    }
}
