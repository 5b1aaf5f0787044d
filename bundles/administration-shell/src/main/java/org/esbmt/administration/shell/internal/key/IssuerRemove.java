package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TokenIssuerCommand.RemoveIssuer;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:issuer-remove}. */
@Service
@Command(
        scope = "esbmt",
        name = "issuer-remove",
        description = "Removes an issuer of tokens of a tenant, with all its subjects.")
public final class IssuerRemove extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The issuer's name.", required = true, multiValued = false)
    @Completion(IssuerCompleter.class)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new RemoveIssuer(tenant(by, tenant).id(), name));
        out().println("Issuer " + name + " of tenant " + tenant + " is gone.");
    }
}
