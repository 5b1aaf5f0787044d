package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.AssemblyAdministration.AssemblyView;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.shell.internal.support.PagedTenantCommand;
import org.esbmt.administration.shell.internal.support.Tables;

/** {@code esbmt:assembly-list}. */
@Service
@Command(scope = "esbmt", name = "assembly-list", description = "Lists a tenant's service assemblies.")
public final class AssemblyList extends PagedTenantCommand {
    @Reference
    AssemblyAdministration assemblies;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Page<AssemblyView> page = assemblies.list(by, tenant(by, tenant).id(), page());
        print(Tables.assemblies(page.entries()), page);
    }
}
