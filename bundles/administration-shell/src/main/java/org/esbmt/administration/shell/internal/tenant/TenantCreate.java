package org.esbmt.administration.shell.internal.tenant;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.CreatedTenant;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.shell.internal.support.PasswordCommand;

/** {@code esbmt:tenant-create}. */
@Service
@Command(
        scope = "esbmt",
        name = "tenant-create",
        description = "Creates a tenant and its default administrator.",
        detailedDescription = "Without --password-prompt and --password-file a password is generated and shown once. "
                + "Passwords have 12 to 256 characters.")
public final class TenantCreate extends PasswordCommand {
    @Argument(
            index = 0,
            name = "name",
            description = "A letter or digit, then 1 to 62 of a-z, 0-9 and '-'.",
            required = true,
            multiValued = false)
    String name;

    @Argument(
            index = 1,
            name = "displayName",
            description = "The name for people; the same as the name if left out.",
            required = false,
            multiValued = false)
    String displayName;

    @Option(
            name = "--administrator",
            description = "The login of the tenant's default administrator, who may send messages too.",
            required = false,
            multiValued = false)
    String administrator = "admin";

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        try (Password password = newPassword()) {
            CreatedTenant made = administration.execute(
                    by, new CreateTenant(name, displayName == null ? name : displayName, administrator, password));
            out().println("Created tenant " + made.tenant().name() + ", identifier "
                    + made.tenant().id() + ".");
            out().println("Its default administrator is " + made.administrator().login() + ", identifier "
                    + made.administrator().id() + ".");
            printIfGenerated(made.administrator().login(), password);
        }
    }
}
