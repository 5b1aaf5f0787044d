package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AssemblyAdministration;

/** {@code esbmt:assembly-list}. */
@Service
@Command(scope = "esbmt", name = "assembly-list", description = "Lists a tenant's service assemblies.")
public final class AssemblyList extends TenantCommand {
    @Reference
    AssemblyAdministration assemblies;

    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        Tables.assemblies(assemblies.list(by, tenant(by, tenant).id())).print(out());
    }
}
