package org.esbmt.commandline;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The environment of a command: its variables, streams and terminal.
 *
 * @param showsTables true if people read the output
 * @param console the terminal for questions; empty without one
 */
record Terminal(
        Map<String, String> variables,
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean showsTables,
        Optional<Console> console) {
    /** Set by bin/esbmt: true if the output is a terminal. */
    private static final String OUTPUT = "esbmt.terminal";

    Terminal {
        variables = Map.copyOf(variables);
        requireNonNull(in, "in");
        requireNonNull(out, "out");
        requireNonNull(err, "err");
    }

    /** The environment of this process. */
    static Terminal ofProcess() {
        Optional<Console> console = Optional.ofNullable(System.console()).filter(Terminal::isTerminal);
        String output = System.getProperty(OUTPUT);
        boolean shows = output == null ? console.isPresent() : output.equals("true");
        return new Terminal(System.getenv(), System.in, System.out, System.err, shows, console);
    }

    /** Java 22 and later have a console without a terminal, too. */
    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }

    /** A variable with a text. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name)).filter(text -> !text.isEmpty());
    }

    /**
     * Asks for a text.
     *
     * @throws Failure without a terminal
     */
    String ask(String question, String instead) throws Failure {
        String answer = askable(question, instead).readLine("%s", question);
        if (answer == null) {
            throw Failure.usage("There is no answer.");
        }
        return answer.strip();
    }

    /** Asks for a password without an echo. */
    String askSecret(String question, String instead) throws Failure {
        char[] answer = askable(question, instead).readPassword("%s", question);
        if (answer == null || answer.length == 0) {
            throw Failure.usage("There is no password.");
        }
        return new String(answer);
    }

    private Console askable(String question, String instead) throws Failure {
        return console.orElseThrow(() -> Failure.usage(
                "There is no terminal for the question '" + question.replaceFirst(":? *$", "") + "': " + instead));
    }

    /** The first line of a file, or of the standard input for {@code -}. */
    String firstLine(String file) throws Failure {
        byte[] bytes = bytes(file);
        String text = new String(bytes, StandardCharsets.UTF_8);
        String line = text.lines().findFirst().orElse("");
        if (line.isEmpty()) {
            throw Failure.usage(file + " has no first line.");
        }
        return line;
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file.";
        }
        return e instanceof AccessDeniedException ? "permission is denied." : e.getMessage();
    }

    /** The bytes of a file, or of the standard input for {@code -}. */
    byte[] bytes(String file) throws Failure {
        try {
            if (file.equals("-")) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                in.transferTo(bytes);
                return bytes.toByteArray();
            }
            return Files.readAllBytes(Path.of(file));
        } catch (IOException e) {
            throw Failure.usage(file + " cannot be read: " + reason(e));
        }
    }
}
