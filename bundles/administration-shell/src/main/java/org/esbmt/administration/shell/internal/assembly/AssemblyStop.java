package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.StopAssembly;

/** {@code esbmt:assembly-stop}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-stop",
        description = "Stops a tenant's service assembly, when what it has accepted is answered.")
public final class AssemblyStop extends AssemblyCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        print(administration.execute(by, new StopAssembly(tenant(by, tenant).id(), assembly)));
    }
}
