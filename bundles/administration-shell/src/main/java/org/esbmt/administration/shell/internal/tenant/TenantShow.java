package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:tenant-show}. */
@Service
@Command(scope = "esbmt", name = "tenant-show", description = "Shows a tenant and its service assemblies.")
public final class TenantShow extends PagedTenantCommand {
    @Reference
    AssemblyAdministration assemblies;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        PageRequest part = page();
        TenantView shown = tenant(by, tenant);
        out().println("Tenant        " + shown.name());
        out().println("Display name  " + shown.displayName());
        out().println("Tenant ID     " + shown.id());
        out().println("State         " + shown.state());
        out().println("Created       " + shown.createdAt());
        out().println("Revision      " + shown.revision());
        out().println();
        Page<AssemblyView> page = assemblies.list(by, shown.id(), part);
        print(Tables.assemblies(page.entries()), page);
    }
}
