package org.esbmt.suite.generator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.esbmt.load.Pinned;
import org.esbmt.suite.targets.Watchdog;

/** Runs a generator on the processor of the load. Nothing of it is left after an error or an interrupt. */
final class Program {
    private static final int SLACK_SECONDS = 30;

    private Program() {}

    /** The standard output of a generator that ends with status 0. */
    static String output(List<String> command, Map<String, String> environment, int seconds, Path folder)
            throws IOException, InterruptedException {
        Path out = folder.resolve("generator.out");
        Path errors = folder.resolve("generator.err");
        ProcessBuilder builder = new ProcessBuilder(Pinned.command(Pinned.LOAD, command))
                .redirectOutput(out.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            Watchdog.watch(process.toHandle());
            if (!process.waitFor(seconds + SLACK_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command.get(0) + " did not end in time");
            }
        } finally {
            process.destroyForcibly();
        }
        if (process.exitValue() != 0) {
            throw new IOException(command.get(0) + " ended with status " + process.exitValue() + ": "
                    + Files.readString(errors, UTF_8).strip());
        }
        return Files.readString(out, UTF_8);
    }
}
