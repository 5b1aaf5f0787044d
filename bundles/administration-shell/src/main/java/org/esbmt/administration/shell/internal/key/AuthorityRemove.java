package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantAuthorityCommand.RemoveAuthority;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:authority-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "authority-remove",
        description = "Removes a certificate authority of a tenant with its list of revocations.",
        detailedDescription =
                "Each node of the bus ends connections to back ends that trust it within 2 seconds, and a node without the"
                        + " registry within 60 seconds. Revoked certificates stay revoked.")
public final class AuthorityRemove extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The authority's name.", required = true, multiValued = false)
    @Completion(AuthorityCompleter.class)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new RemoveAuthority(tenant(by, tenant).id(), name));
        out().println("Authority " + name + " of tenant " + tenant + " is removed.");
    }
}
