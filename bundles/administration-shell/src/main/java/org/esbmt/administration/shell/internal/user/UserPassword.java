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
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.shell.internal.support.PasswordChange;
import org.esbmt.administration.shell.internal.support.TenantCompleter;

/** {@code esbmt:user-password}. */
@Service
@Command(
        scope = "esbmt",
        name = "user-password",
        description = "Replaces a user's password.",
        detailedDescription = "Without --password-prompt and --password-file a password is generated and shown once. "
                + "Passwords have 12 to 256 characters.")
public final class UserPassword extends PasswordChange {
    @Argument(
            index = 0,
            name = "tenant",
            description = "The tenant's name or identifier.",
            required = true,
            multiValued = false)
    @Completion(TenantCompleter.class)
    String tenant;

    @Argument(index = 1, name = "login", description = "The user's login.", required = true, multiValued = false)
    String login;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        TenantView owner = tenant(by, tenant);
        UserView changing = user(by, owner.id(), login);
        try (Password password = newPassword()) {
            administration.execute(by, new SetPassword(owner.id(), changing.id(), password));
            out().println("User " + changing.login() + " of tenant " + owner.name() + " has a new password.");
            printIfGenerated(changing.login(), password);
        }
    }
}
