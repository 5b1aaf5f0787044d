package org.esbmt.commandline;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs commands as a process without a terminal would. */
final class CommandLine {
    private final Map<String, String> variables = new HashMap<>();
    private boolean tables;
    private boolean full;
    private byte[] input = {};

    /** A result. */
    record Result(int status, String out, String err) {}

    CommandLine(Path configuration) {
        variables.put("XDG_CONFIG_HOME", configuration.toString());
    }

    CommandLine with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    /** As ada, who has a password. */
    CommandLine at(FakeApi api) {
        return with("ESBMT_URL", api.url()).with("ESBMT_LOGIN", "ada").with("ESBMT_PASSWORD", "ada's password");
    }

    CommandLine tables() {
        tables = true;
        return this;
    }

    /** An output that takes no byte. */
    CommandLine fullDisk() {
        full = true;
        return this;
    }

    CommandLine input(String text) {
        input = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** A terminal with the variables alone. */
    Terminal terminal() {
        return terminal(new ByteArrayOutputStream(), new ByteArrayOutputStream());
    }

    private Terminal terminal(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        return new Terminal(
                variables,
                new ByteArrayInputStream(input),
                new PrintStream(full ? new FullDisk() : out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                tables,
                Optional.empty());
    }

    /** Starts a command as a process of its own. */
    Process process(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(java());
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(variables);
        return builder.start();
    }

    /** The command of the program. */
    static List<String> java() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Esbmt.class.getName());
    }

    private static final class FullDisk extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            throw new IOException("no space left");
        }
    }

    Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Esbmt.run(terminal(out, err), List.of(arguments));
        return new Result(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
