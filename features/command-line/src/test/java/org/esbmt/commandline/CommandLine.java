package org.esbmt.commandline;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs commands as a process without a terminal would. */
final class CommandLine {
    private final Map<String, String> variables = new HashMap<>();
    private boolean tables;
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

    CommandLine input(String text) {
        input = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(
                variables,
                new ByteArrayInputStream(input),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                tables,
                Optional.empty());
        int status = Esbmt.run(terminal, List.of(arguments));
        return new Result(status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
