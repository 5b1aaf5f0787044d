package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.ShutDownAssembly;

/** {@code esbmt:assembly-shutdown}. */
@Service
@Command(scope = "esbmt", name = "assembly-shutdown", description = "Shuts a tenant's service assembly down.")
public final class AssemblyShutdown extends AssemblyCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        print(administration.execute(by, new ShutDownAssembly(tenant(by, tenant).id(), assembly)));
    }
}
