package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.UndeployAssembly;

/** {@code esbmt:assembly-undeploy}. */
@Service
@Command(scope = "esbmt", name = "assembly-undeploy", description = "Removes a tenant's service assembly.")
public final class AssemblyUndeploy extends AssemblyCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new UndeployAssembly(tenant(by, tenant).id(), assembly));
        out().println("Assembly " + assembly + " is gone.");
    }
}
