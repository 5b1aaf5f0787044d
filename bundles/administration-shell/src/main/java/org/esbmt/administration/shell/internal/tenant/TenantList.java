package org.esbmt.administration.shell.internal.tenant;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.completers.StringsCompleter;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.TenantAdministration.TenantFilter;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.shell.internal.support.PagedCommand;

/** {@code esbmt:tenant-list}. */
@Service
@Command(scope = "esbmt", name = "tenant-list", description = "Lists tenants by name.")
public final class TenantList extends PagedCommand {
    @Option(name = "--name", description = "Only names with this part.", required = false, multiValued = false)
    String namePart;

    @Option(
            name = "--state",
            description = "Only tenants in this state: ACTIVE, SUSPENDED, ...",
            required = false,
            multiValued = false)
    @Completion(
            value = StringsCompleter.class,
            values = {"ACTIVE", "SUSPENDED"})
    String state;

    @Option(
            name = "--after",
            description = "Only names that come after this one, and how many these are.",
            required = false,
            multiValued = false)
    String after;

    @Override
    protected void run(Administrator by) throws AdministrationException {
        TenantFilter filter = new TenantFilter(
                Optional.ofNullable(namePart),
                Optional.ofNullable(state).map(TenantView.State::of),
                Optional.ofNullable(after));
        Page<TenantView> page = tenants.listTenants(by, filter, page());
        ShellTable table = new ShellTable();
        table.column("Tenant");
        table.column("State");
        table.column("Display name");
        table.column("Tenant ID");
        table.emptyTableText("No tenants.");
        for (TenantView t : page.entries()) {
            table.addRow().addContent(t.name(), t.state(), t.displayName(), t.id());
        }
        print(table, page);
        if (page.hasMore() && !page.entries().isEmpty()) {
            String last = page.entries().get(page.entries().size() - 1).name();
            // The name stands at the end of the line, so that it can be copied alone.
            out().println("The next ones" + (page.offset() > 0 ? ", without --offset" : "") + ": --after " + last);
        }
    }
}
