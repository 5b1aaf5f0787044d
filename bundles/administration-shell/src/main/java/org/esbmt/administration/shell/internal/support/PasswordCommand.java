package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Password;

/**
 * A command that sets a new password. The password is never an argument, since the shell keeps a history and reports
 * commands to others.
 */
public abstract class PasswordCommand extends RepeatableCommand {
    @Option(
            name = "--password-prompt",
            description = "Ask for the password, twice, without showing it.",
            required = false,
            multiValued = false)
    boolean prompt;

    @Option(
            name = "--password-file",
            description = "Take the first line of this file" + Input.WHERE,
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    /** Returns the password from the chosen source, or else a generated one. */
    protected final Password newPassword() throws CommandException {
        if (prompt && file != null) {
            throw Refused.because(Reason.INVALID, "--password-prompt and --password-file exclude each other");
        }
        if (prompt) {
            return new Passwords(session).prompted();
        }
        if (file == null && operation != null) {
            // A repetition would generate another password, and show it although it was never set.
            throw Refused.because(Reason.INVALID, "with --operation no password is generated: use --password-file");
        }
        return file == null ? Password.generated() : new Passwords(session).fromFile(file);
    }

    protected final void printIfGenerated(String login, Password password) {
        if (!prompt && file == null) {
            out().println("Password of " + login + ", which is not shown again: " + new String(password.characters()));
        }
    }
}
