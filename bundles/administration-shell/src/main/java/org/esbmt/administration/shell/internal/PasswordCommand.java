package org.esbmt.administration.shell.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.karaf.shell.api.action.Completion;
import org.apache.karaf.shell.api.action.Option;
import org.apache.karaf.shell.api.action.lifecycle.Reference;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.apache.karaf.shell.support.completers.FileCompleter;
import org.esbmt.administration.api.Password;

/**
 * A command that takes a new password. Never as an argument: the shell keeps a history, and tells others of commands.
 */
abstract class PasswordCommand extends AdministrationCommand {
    @Option(
            name = "--password-prompt",
            description = "Ask for the password, twice, without showing it.",
            required = false,
            multiValued = false)
    boolean prompt;

    @Option(
            name = "--password-file",
            description = "Take the first line of this file, on the machine of the bus.",
            required = false,
            multiValued = false)
    @Completion(FileCompleter.class)
    String file;

    @Reference
    Session session;

    /** What was asked for; a generated one if nothing was. */
    final Password newPassword() throws CommandException {
        if (prompt && file != null) {
            throw Refused.because("INVALID: --password-prompt and --password-file exclude each other");
        }
        if (prompt) {
            return prompted();
        }
        return file == null ? Password.generated() : fromFile(file);
    }

    final void printIfGenerated(String login, Password password) {
        if (!prompt && file == null) {
            out().println("Password of " + login + ", which is not shown again: " + new String(password.characters()));
        }
    }

    final Password prompted() throws CommandException {
        char[] first = ask("New password: ");
        char[] second = ask("Once more: ");
        try {
            if (!Arrays.equals(first, second)) {
                throw Refused.because("INVALID: the two passwords differ");
            }
            return new Password(first);
        } finally {
            Arrays.fill(first, '\0');
            Arrays.fill(second, '\0');
        }
    }

    final char[] ask(String question) throws CommandException {
        String answer;
        try {
            answer = session.readLine(question, '*');
        } catch (UnsupportedOperationException | IOException e) {
            throw Refused.because("INVALID: this session has no terminal to ask on: use a file");
        }
        if (answer == null) {
            throw Refused.because("INVALID: no password was typed");
        }
        return answer.toCharArray();
    }

    final Password fromFile(String name) throws CommandException {
        char[] line = firstLine(name);
        try {
            return new Password(line);
        } finally {
            Arrays.fill(line, '\0');
        }
    }

    final char[] firstLine(String name) throws CommandException {
        Path path = Paths.of(session, name);
        try {
            List<String> lines = Files.readAllLines(path, UTF_8);
            return lines.isEmpty() ? new char[0] : lines.get(0).toCharArray();
        } catch (IOException e) {
            throw Refused.because("NOT_FOUND: cannot read " + path);
        }
    }
}
