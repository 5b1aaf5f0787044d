package org.esbmt.administration.shell.internal.traffic;

import java.util.OptionalLong;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.api.TrafficAdministration.Counts;
import org.esbmt.administration.api.TrafficAdministration.Endpoint;
import org.esbmt.administration.api.TrafficAdministration.Figures;
import org.esbmt.administration.api.TrafficAdministration.TrafficView;
import org.esbmt.administration.shell.internal.support.PagedCommand;
import org.esbmt.administration.shell.internal.support.TenantCompleter;

/** {@code esbmt:traffic-show}. */
@Service
@Command(
        scope = "esbmt",
        name = "traffic-show",
        description = "Shows the messages at this node, by tenant, or by endpoint of one tenant.",
        detailedDescription =
                "The busiest of the last minute come first. Per minute, median and p99 are of the last minute; the"
                        + " other columns count since the start of the node. Strangers are requests that were refused"
                        + " before their sender was known.")
public final class TrafficShow extends PagedCommand {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The name or identifier of a tenant, whose endpoints are shown. Without it, all tenants are.",
            required = false,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Reference
    TrafficAdministration traffic;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<TrafficView> page = tenant == null
                ? traffic.tenants(by, page())
                : traffic.endpoints(by, tenant(by, tenant).id(), page());
        ShellTable table = new ShellTable();
        table.column(tenant == null ? "Tenant" : "Path");
        table.column("Per minute");
        table.column("Errors");
        table.column("Median");
        table.column("p99");
        table.column("In flight");
        table.column("Messages");
        table.column("Faults");
        table.column("Sender");
        table.column("Back end");
        table.column("Bus");
        table.column("Strangers");
        table.emptyTableText("No messages yet.");
        for (TrafficView view : page.entries()) {
            Figures minute = view.lastMinute();
            Counts total = view.total();
            table.addRow()
                    .addContent(
                            tenant == null ? name(view) : path(view),
                            minute.counts().messages(),
                            minute.counts().errors(),
                            millis(minute.medianMicros()),
                            millis(minute.p99Micros()),
                            view.inFlight(),
                            total.messages(),
                            total.faults(),
                            total.senderErrors(),
                            total.backEndErrors(),
                            total.busErrors(),
                            total.strangers());
        }
        print(table, page);
    }

    private static String name(TrafficView view) {
        return view.tenantName().orElseGet(() -> view.tenant().toString());
    }

    private static String path(TrafficView view) {
        return view.endpoint().map(Endpoint::path).orElse("(no endpoint)");
    }

    private static String millis(OptionalLong micros) {
        return micros.isPresent() ? micros.getAsLong() / 1_000 + "." + micros.getAsLong() % 1_000 / 100 + " ms" : "";
    }
}
