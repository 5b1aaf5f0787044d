package org.esbmt.administration.shell.internal;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;

/** {@code esbmt:assembly-stop}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-stop",
        description = "Stops a tenant's service assembly, when what it has accepted is answered.")
public final class AssemblyStop extends AssemblyCommand {
    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        print(assemblies.stop(by, tenant(by, tenant).id(), assembly));
    }
}
