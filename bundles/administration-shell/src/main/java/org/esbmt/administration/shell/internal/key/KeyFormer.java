package org.esbmt.administration.shell.internal.key;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.command.TenantKeyCommand.MakeKeyFormer;
import org.esbmt.administration.shell.internal.support.Refused;
import org.esbmt.administration.shell.internal.support.RepeatableTenantCommand;

/** {@code esbmt:key-former}. */
@Service
@Command(
        scope = "esbmt",
        name = "key-former",
        description = "Makes a key of a tenant a former one: it decrypts until a moment, and is used for nothing new.")
public final class KeyFormer extends RepeatableTenantCommand {
    @Argument(index = 1, name = "name", description = "The key's name.", required = true, multiValued = false)
    @Completion(KeyCompleter.class)
    String name;

    @Argument(
            index = 2,
            name = "until",
            description = "The moment in ISO 8601, UTC, such as 2027-01-31T00:00:00Z.",
            required = true,
            multiValued = false)
    String until;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        administration.execute(by, new MakeKeyFormer(tenant(by, tenant).id(), name, moment()));
        out().println("Key " + name + " of tenant " + tenant + " is FORMER until " + until + ".");
    }

    private Instant moment() throws CommandException {
        try {
            return Instant.parse(until);
        } catch (DateTimeParseException e) {
            throw Refused.because(Reason.INVALID, "until is a moment such as 2027-01-31T00:00:00Z");
        }
    }
}
