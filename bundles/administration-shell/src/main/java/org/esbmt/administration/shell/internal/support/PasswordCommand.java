package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Password;

/**
 * A command that takes a new password. Never as an argument: the shell keeps a history, and tells others of commands.
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

    /** What was asked for; a generated one if nothing was. */
    protected final Password newPassword() throws CommandException {
        if (prompt && file != null) {
            throw Refused.because(Reason.INVALID, "--password-prompt and --password-file exclude each other");
        }
        if (prompt) {
            return new Passwords(session).prompted();
        }
        if (file == null && operation != null) {
            // Asked again it would be another one, which is shown and was never set.
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
