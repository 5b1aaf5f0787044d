package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program of PostgreSQL, with a time limit. The environment is set here alone: an inherited
 * {@code PGDATA}, {@code PGOPTIONS} or {@code LD_PRELOAD} would change the run. The working directory is the root,
 * since the server's user may have no access to the JVM's.
 */
final class Command {

    /** @param output the output of the program, at most its last {@value #KEPT} bytes */
    record Result(int status, String output) {

        boolean succeeded() {
            return status == 0;
        }
    }

    private static final int KEPT = 8192;

    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL", "C", "TZ", "UTC");

    private Command() {}

    /** Runs to the end and keeps the output. */
    static Result run(List<String> command, Duration limit) throws IOException, InterruptedException {
        // A file instead of a pipe: the output needs no reader during the run, and a surviving child blocks no reader.
        Path output = Files.createTempFile("esbmt-postgresql", ".out");
        try {
            int status = run(command, limit, output);
            return new Result(status, tail(output, 0));
        } finally {
            Files.delete(output);
        }
    }

    /**
     * Runs to the end and appends the output to a file. Surviving children of the command keep the file open.
     *
     * @return the exit status
     * @throws EmbeddedPostgresException when the program did not end in time; it has been killed
     */
    static int run(List<String> command, Duration limit, Path output) throws IOException, InterruptedException {
        ProcessBuilder builder = builder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        Process process = builder.start();
        boolean ended = false;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
        if (!ended) {
            throw new EmbeddedPostgresException(
                    "'" + command.get(command.size() - 1) + "' did not end within " + limit.toSeconds() + " s");
        }
        return process.exitValue();
    }

    /** A process that is not started yet, with the common environment and directory. */
    static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(Path.of("/").toFile());
        builder.environment().clear();
        builder.environment().putAll(ENVIRONMENT);
        return builder;
    }

    /** The text appended to a file after a position, cut to its last part. */
    static String tail(Path file, long from) throws IOException {
        try (var channel = Files.newByteChannel(file)) {
            channel.position(Math.max(from, channel.size() - KEPT));
            byte[] bytes = java.nio.channels.Channels.newInputStream(channel).readNBytes(KEPT);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        }
    }

    /** A program in the usual directories of a Unix. */
    static Optional<Path> find(String program) {
        return List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin").stream()
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
