package org.esbmt.administration.shell.internal;

import java.util.Arrays;
import org.apache.karaf.shell.api.action.Command;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.action.lifecycle.Service;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.Password;

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
            description = "Take the new password from the first line of this file, on the machine of the bus.",
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Option(
            name = "--current-password-file",
            description = "Take the current password from the first line of this file, on the machine of the bus.",
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String currentFile;

    @Reference
    AdministratorAccounts accounts;

    @Override
    void run(Administrator by) throws AdministrationException, CommandException {
        Passwords passwords = new Passwords(session);
        char[] current = currentFile == null ? passwords.ask("Current password: ") : passwords.firstLine(currentFile);
        try (Password password = file == null ? passwords.prompted() : passwords.fromFile(file)) {
            accounts.changePassword(by, current, password);
            out().println("Administrator " + by.login() + " has a new password.");
        } finally {
            Arrays.fill(current, '\0');
        }
    }
}
