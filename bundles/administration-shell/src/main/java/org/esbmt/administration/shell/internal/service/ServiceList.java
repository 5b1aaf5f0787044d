package org.esbmt.administration.shell.internal.service;

import java.util.Optional;
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
import org.esbmt.administration.api.ServiceAdministration.ServiceFilter;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:service-list}. */
@Service
@Command(scope = "esbmt", name = "service-list", description = "Lists a tenant's registered services by name.")
public final class ServiceList extends PagedTenantCommand {
    @Option(name = "--namespace", description = "Only of this namespace.", required = false, multiValued = false)
    String namespace;

    @Option(name = "--name", description = "Any part of the local name.", required = false, multiValued = false)
    String part;

    @Reference
    ServiceAdministration services;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        ServiceFilter filter = new ServiceFilter(Optional.ofNullable(namespace), Optional.ofNullable(part));
        Page<ServiceView> page = services.find(by, tenant(by, tenant).id(), filter, page());
        ShellTable table = new ShellTable();
        table.column("Service");
        table.column("Version");
        table.column("WSDL");
        table.column("Policies");
        table.column("Changed");
        table.column("Revision");
        table.emptyTableText("No services.");
        for (ServiceView view : page.entries()) {
            table.addRow()
                    .addContent(
                            view.id().name(),
                            view.id().version(),
                            view.wsdl().map(Tables::version).orElse(""),
                            String.join(" ", view.policies()),
                            view.at(),
                            view.revision());
        }
        print(table, page);
    }
}
