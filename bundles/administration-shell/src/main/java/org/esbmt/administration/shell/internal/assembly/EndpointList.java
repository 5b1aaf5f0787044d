package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.table.ShellTable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.EndpointView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;

/** {@code esbmt:endpoint-list}. */
@Service
@Command(
        scope = "esbmt",
        name = "endpoint-list",
        description = "Lists the endpoints of a tenant's deployed assemblies.",
        detailedDescription = "A path is what comes behind the address of the HTTP binding component.")
public final class EndpointList extends PagedTenantCommand {
    @Reference
    ServiceAdministration services;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<EndpointView> page = services.endpoints(by, tenant(by, tenant).id(), page());
        ShellTable table = new ShellTable();
        table.column("Assembly");
        table.column("Unit");
        table.column("Component");
        table.column("Direction");
        table.column("Service");
        table.column("Endpoint");
        table.column("Path");
        table.emptyTableText("No endpoints.");
        for (EndpointView view : page.entries()) {
            table.addRow()
                    .addContent(
                            view.assembly(),
                            view.unit(),
                            view.component(),
                            view.direction(),
                            view.service(),
                            view.endpoint(),
                            view.path().orElse(""));
        }
        print(table, page);
    }
}
