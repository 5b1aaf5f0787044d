package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.StartAssembly;

/** {@code esbmt:assembly-start}. */
@Service
@Command(scope = "esbmt", name = "assembly-start", description = "Starts a tenant's service assembly.")
public final class AssemblyStart extends AssemblyCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        print(administration.execute(by, new StartAssembly(tenant(by, tenant).id(), assembly)));
    }
}
