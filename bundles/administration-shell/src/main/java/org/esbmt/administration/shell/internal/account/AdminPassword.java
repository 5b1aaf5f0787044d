package org.esbmt.administration.shell.internal.account;

import java.util.Arrays;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.AccountCommand.ChangePassword;
import org.esbmt.administration.shell.internal.support.ChangingCommand;
import org.esbmt.administration.shell.internal.support.Input;
import org.esbmt.administration.shell.internal.support.Passwords;

/** {@code esbmt:admin-password}. */
@Service
@Command(
        scope = "esbmt",
        name = "admin-password",
        description = "Changes the password of the administrator who is logged in.",
        detailedDescription = "Asks for the current password and, twice, for the new one; or reads both from files.")
public final class AdminPassword extends ChangingCommand {
    @Option(
            name = "--password-file",
            description = "Take the new password from the first line of this file" + Input.WHERE,
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Option(
            name = "--current-password-file",
            description = "Take the current password from the first line of this file" + Input.WHERE,
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String currentFile;

    @Override
    protected void run(Administrator by) throws AdministrationException, CommandException {
        Passwords passwords = new Passwords(session);
        char[] current = currentFile == null ? passwords.ask("Current password: ") : passwords.firstLine(currentFile);
        try (Password password = file == null ? passwords.prompted() : passwords.fromFile(file)) {
            administration.execute(by, new ChangePassword(current, password));
            out().println("Administrator " + by.login() + " has a new password.");
        } finally {
            Arrays.fill(current, '\0');
        }
    }
}
