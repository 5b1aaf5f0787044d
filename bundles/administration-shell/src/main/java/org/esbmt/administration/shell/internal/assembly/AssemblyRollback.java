package org.esbmt.administration.shell.internal.assembly;

import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.AssemblyCommand.RollBackAssembly;

/** {@code esbmt:assembly-rollback}. */
@Service
@Command(
        scope = "esbmt",
        name = "assembly-rollback",
        description = "Goes back to the version of a tenant's service assembly before the last switch.",
        detailedDescription = "Requests go on meanwhile. A second rollback undoes the first.")
public final class AssemblyRollback extends AssemblyCommand {
    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        print(administration.execute(by, new RollBackAssembly(tenant(by, tenant).id(), assembly)));
    }
}
