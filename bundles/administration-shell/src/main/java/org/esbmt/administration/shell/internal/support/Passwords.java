package org.esbmt.administration.shell.internal.support;

import java.io.IOException;
import java.util.Arrays;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Password;

/** Reads passwords from the terminal of a session or from files. */
public final class Passwords {
    private final Session session;

    public Passwords(Session session) {
        this.session = session;
    }

    public Password prompted() throws CommandException {
        char[] first = ask("New password: ");
        char[] second = ask("Once more: ");
        try {
            if (!Arrays.equals(first, second)) {
                throw Refused.because(Reason.INVALID, "the two passwords differ");
            }
            return new Password(first);
        } finally {
            Arrays.fill(first, '\0');
            Arrays.fill(second, '\0');
        }
    }

    public char[] ask(String question) throws CommandException {
        String answer;
        try {
            answer = session.readLine(question, '*');
        } catch (UnsupportedOperationException | IOException e) {
            throw Refused.because(Reason.INVALID, "this session has no terminal to ask on: use a file");
        }
        if (answer == null) {
            throw Refused.because(Reason.INVALID, "no password was typed");
        }
        return answer.toCharArray();
    }

    public Password fromFile(String name) throws CommandException {
        char[] line = firstLine(name);
        try {
            return new Password(line);
        } finally {
            Arrays.fill(line, '\0');
        }
    }

    public char[] firstLine(String name) throws CommandException {
        return Input.firstLine(session, name).toCharArray();
    }
}
