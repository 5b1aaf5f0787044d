package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TokenIssuerView;
import org.esbmt.administration.api.command.TokenIssuerCommand.SetIssuerKeys;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:issuer-keys}. */
@Service
@Command(
        scope = "esbmt",
        name = "issuer-keys",
        description = "Replaces the keys of an issuer of tokens of a tenant.",
        detailedDescription =
                "Each node of the bus refuses tokens of former keys within 2 seconds, and a node without the registry within"
                        + " 60 seconds.")
public final class IssuerKeys extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The issuer's name.", required = true, multiValued = false)
    @Completion(IssuerCompleter.class)
    String name;

    @Argument(
            index = 2,
            name = "keys",
            description = "The file with the public keys, a JWK set" + Input.WHERE,
            required = true,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TokenIssuerView issuer = administration.execute(
                by, new SetIssuerKeys(tenant(by, tenant).id(), name, KeyFile.read(session, file)));
        out().println("Issuer " + name + " of tenant " + tenant + " is at version " + issuer.version() + ".");
    }
}
