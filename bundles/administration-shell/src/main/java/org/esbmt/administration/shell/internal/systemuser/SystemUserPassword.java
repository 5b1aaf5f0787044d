package org.esbmt.administration.shell.internal.systemuser;

import org.apache.karaf.shell.api.action.Argument;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.SystemUserView;
import org.esbmt.administration.api.command.SystemUserCommand.SetSystemPassword;
import org.esbmt.administration.shell.internal.support.PasswordChange;

/** {@code esbmt:system-user-password}. */
@Service
@Command(
        scope = "esbmt",
        name = "system-user-password",
        description = "Replaces the password of another user of the installation.",
        detailedDescription = "The own one: esbmt:admin-password. Without --password-prompt and --password-file a"
                + " password is generated and shown once. Passwords have 12 to 256 characters.")
public final class SystemUserPassword extends PasswordChange {
    @Argument(index = 0, name = "login", description = "The user's login.", required = true, multiValued = false)
    String login;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        try (Password password = newPassword()) {
            SystemUserView changed = administration.execute(by, new SetSystemPassword(login, password));
            out().println("User " + changed.login() + " of the installation has a new password.");
            printIfGenerated(changed.login(), password);
        }
    }
}
