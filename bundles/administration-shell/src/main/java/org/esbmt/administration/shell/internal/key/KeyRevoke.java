package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantKeyCommand.RevokeKey;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:key-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-revoke",
        description = "Revokes a key of a tenant for good, and forgets it.",
        detailedDescription = "Each node of the bus refuses it within 2 seconds, and a node without the registry within"
                + " 60 seconds.")
public final class KeyRevoke extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The key's name.", required = true, multiValued = false)
    @Completion(KeyCompleter.class)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new RevokeKey(tenant(by, tenant).id(), name));
        out().println("Key " + name + " of tenant " + tenant + " is revoked.");
    }
}
