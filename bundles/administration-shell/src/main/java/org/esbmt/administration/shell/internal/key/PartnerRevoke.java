package org.esbmt.administration.shell.internal.key;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantPartnerCommand.RevokePartner;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:partner-revoke}. */
@Service
@Command(
        scope = "esbmt",
        name = "partner-revoke",
        description = "Revokes a partner of a tenant for good.",
        detailedDescription =
                "Each node of the bus refuses the certificate within 2 seconds, and a node without the registry within 60"
                        + " seconds. Nobody can register it again.")
public final class PartnerRevoke extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The partner's name.", required = true, multiValued = false)
    @Completion(PartnerCompleter.class)
    String name;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new RevokePartner(tenant(by, tenant).id(), name));
        out().println("Partner " + name + " of tenant " + tenant + " is revoked.");
    }
}
