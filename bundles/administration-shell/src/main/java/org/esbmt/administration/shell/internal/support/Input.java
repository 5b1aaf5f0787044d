package org.esbmt.administration.shell.internal.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.karaf.shell.api.console.Session;
import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException.Reason;

/**
 * Reads the input of a command: a file on the machine of the bus, or the content that the client sends with the command.
 * {@value #SENT} in place of the file stands for the sent content: {@code ssh ... 'esbmt:assembly-deploy acme -' <
 * orders.zip}. Commands with an archive, a document, a batch or a password file call it.
 */
public final class Input {
    /** Stands in the place of a file's name. */
    public static final String SENT = "-";
    /** Ends the description of an argument with a file's name. */
    public static final String WHERE = ", on the machine of the bus; - is the one that the client sends.";

    private static final String ADVICE = "you to name a file on the machine of the bus, or - and to send one";
    private static final int MAX_LINE_BYTES = 4_096;

    private Input() {}

    /**
     * Returns the input of a command whose first argument is a file.
     *
     * @param file null if it was not typed
     * @param sent true if {@value #SENT} was typed in its place
     */
    public static String name(String file, boolean sent) throws CommandException {
        if ((file == null) != sent) {
            throw Refused.because(
                    Reason.INVALID, sent ? "both a file and '-' are given" : "the file is missing", ADVICE);
        }
        return sent ? SENT : file;
    }

    /**
     * Opens the input for its reader, without reading ahead. The reader closes it; the client's stream stays open for
     * the next reader.
     */
    public static InputStream open(Session session, String name) throws CommandException {
        if (name.equals(SENT)) {
            return sent(session);
        }
        Path path = Paths.of(session, name);
        try {
            return Files.newInputStream(path);
        } catch (IOException e) {
            throw unreadable(session, name);
        }
    }

    /** The refusal for a missing file, or one that cannot be read to its end. */
    public static CommandException unreadable(Session session, String name) {
        return name.equals(SENT)
                ? Refused.because(Reason.INVALID, "the client has not sent everything", "you to send it again")
                : Refused.because(Reason.NOT_FOUND, "cannot read " + Paths.of(session, name), ADVICE);
    }

    /** Returns the first line, without its end. The rest of a sent content is left for another argument. */
    static String firstLine(Session session, String name) throws CommandException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try (InputStream in = open(session, name)) {
            for (int next = in.read(); next >= 0 && next != '\n' && line.size() < MAX_LINE_BYTES; next = in.read()) {
                line.write(next);
            }
        } catch (IOException e) {
            throw unreadable(session, name);
        }
        String text = line.toString(UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    private static InputStream sent(Session session) throws CommandException {
        if (session.getTerminal() != null) {
            throw Refused.because(
                    Reason.INVALID,
                    "'-' needs a file that the client sends, and this session has a terminal",
                    "you to run bin/client or ssh with the command and the file as its input");
        }
        // The container sets System.in for each command: to the session's stream, or to a pipe.
        PushbackInputStream in = new PushbackInputStream(new Unclosed(System.in));
        try {
            int first = in.read();
            if (first < 0) {
                throw Refused.because(Reason.INVALID, "nothing was sent for '-'", "you to send a file: ... < file");
            }
            in.unread(first);
            return in;
        } catch (IOException e) {
            throw unreadable(session, SENT);
        }
    }

    /** The session's input, which a command must not close. */
    private static final class Unclosed extends FilterInputStream {
        Unclosed(InputStream in) {
            super(in);
        }

        @Override
        public void close() {
            // The session closes it.
        }
    }
}
