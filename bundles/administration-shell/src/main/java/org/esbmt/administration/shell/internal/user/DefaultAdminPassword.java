package org.esbmt.administration.shell.internal.user;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.api.UserView;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.shell.internal.support.PasswordChange;
import org.esbmt.administration.shell.internal.support.TenantCompleter;

/** {@code esbmt:default-admin-password}. */
@Service
@Command(
        scope = "esbmt",
        name = "default-admin-password",
        description = "Gives a tenant's default administrator another password, and unlocks them.",
        detailedDescription =
                "For a tenant whose administrator lost it. Without --password-prompt and --password-file a"
                        + " password is generated and shown once. Passwords have 12 to 256 characters.")
public final class DefaultAdminPassword extends PasswordChange {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier.",
            required = true,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        try (Password password = newPassword()) {
            UserView administrator = administration.execute(by, new ResetDefaultAdmin(owner.id(), password));
            out().println("The default administrator of tenant " + owner.name() + " is " + administrator.login()
                    + ", is " + administrator.state() + " and has a new password.");
            printIfGenerated(administrator.login(), password);
        }
    }
}
