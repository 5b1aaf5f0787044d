package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantKeyCommand.RemoveSecret;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:secret-remove}. */
@Service
@Command(scope = "esbmt", name = "secret-remove", description = "Removes a secret of a tenant.")
public final class SecretRemove extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The secret's name.", required = true, multiValued = false)
    @Completion(SecretCompleter.class)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new RemoveSecret(tenant(by, tenant).id(), name));
        out().println("Secret " + name + " of tenant " + tenant + " is gone.");
    }
}
