package org.esbmt.administration.shell.internal.assembly;

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
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.PeriodView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;

/** {@code esbmt:assembly-history}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-history",
        description = "Shows when which version of an assembly was deployed, the newest first.",
        detailedDescription = "Of an assembly that is undeployed, too.")
public final class AssemblyHistory extends PagedTenantCommand {
    @Argument(index = 1, name = "assembly", description = "The assembly's name.", required = true, multiValued = false)
    @Completion(AssemblyCompleter.class)
    String assembly;

    @Reference
    ServiceAdministration services;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<PeriodView> page = services.history(by, tenant(by, tenant).id(), assembly, page());
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
}
