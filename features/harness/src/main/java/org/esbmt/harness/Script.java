package org.esbmt.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a command to its end and captures its output. */
public final class Script {
    private Script() {}

    /**
     * The end of a command.
     *
     * @param status the exit status
     * @param output standard output and error together
     */
    public record Result(int status, String output) {}

    /** As {@link #run(Path, List, Map, Duration)}, in this process's environment. */
    public static Result run(Path directory, List<String> command, Duration limit)
            throws IOException, InterruptedException {
        return run(directory, command, Map.of(), limit);
    }

    /**
     * Runs a command with an empty input. The output goes through a file: a pipe would stay open as long as a process that the
     * command has left in the background.
     *
     * @param environment variables that differ from this process's own; an empty value removes a variable
     * @throws IOException if the command does not end in time; it is killed then
     */
    public static Result run(Path directory, List<String> command, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("esbmt-", ".out");
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
            environment.forEach((name, value) -> {
                if (value.isEmpty()) {
                    builder.environment().remove(name);
                } else {
                    builder.environment().put(name, value);
                }
            });
            Process process = builder.start();
            try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IOException(
                            command + " has not ended after " + limit.toSeconds() + " s; it said: " + read(output));
                }
            } finally {
                process.destroyForcibly();
            }
            return new Result(process.exitValue(), read(output));
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static String read(Path output) throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
