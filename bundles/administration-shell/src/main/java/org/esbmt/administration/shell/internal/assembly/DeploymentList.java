package org.esbmt.administration.shell.internal.assembly;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;

/** {@code esbmt:deployment-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "deployment-list",
        description = "Lists what was deployed of a tenant at a moment, now if none is said.")
public final class DeploymentList extends PagedTenantCommand {
    @Option(
            name = "--at",
            description = "The moment in ISO 8601, such as 2026-11-22T09:14:03Z.",
            required = false,
            multiValued = false)
    String at;

    @Reference
    ServiceAdministration services;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<PeriodView> page = services.deployedAt(by, tenant(by, tenant).id(), moment(), page());
        ShellTable table = new ShellTable();
        table.column("Assembly");
        table.column("Version");
        table.column("By");
        table.column("Cause");
        table.column("From");
        table.column("To");
        table.emptyTableText("Nothing was deployed.");
        for (PeriodView view : page.entries()) {
            table.addRow()
                    .addContent(
                            view.assembly(),
                            view.version(),
                            view.by(),
                            view.cause(),
                            view.from(),
                            view.to().map(Object::toString).orElse(""));
        }
        print(table, page);
    }

    private Instant moment() {
        try {
            return at == null ? Instant.now() : Instant.parse(at);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("--at is a moment such as 2026-11-22T09:14:03Z, not '" + at + "'", e);
        }
    }
}
