package org.esbmt.administration.shell.internal.cluster;

import java.util.Optional;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ResyncView;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.command.NodeCommand;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:resync}. */
@Service
@Command(
        scope = "esbmt",
        name = "resync",
        description = "Tells every node again which assemblies of a tenant are deployed, and in which state.",
        detailedDescription =
                "A node that lacks one, has another version or another state, brings about what it should be."
                        + " esbmt:operation-show tells what became of it on each node.")
public final class Resync extends RepeatableTenantCommand {
    @Argument(index = 1, name = "assembly", description = "Only this assembly.", required = false, multiValued = false)
    String assembly;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        ResyncView told = administration.execute(by, new NodeCommand.Resync(owner.id(), Optional.ofNullable(assembly)));
        out().println(
                        told.assemblies() == 0
                                ? "Tenant " + owner.name() + " has nothing deployed; nothing was told."
                                : "Every node was told of " + told.assemblies() + " assemblies of tenant "
                                        + owner.name() + " again: operation " + told.operation() + ".");
    }
}
