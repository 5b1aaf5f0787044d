package org.esbmt.suite.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.esbmt.load.Ports;

/** A child process with its output in a file, in the folder of that file. */
final class Child implements AutoCloseable {
    private static final int START_SECONDS = 60;
    private static final int STOP_SECONDS = 10;
    private static final int SHOWN = 400;

    private final Process process;
    private final Path output;

    private Child(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Child start(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(output.toAbsolutePath().getParent().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Watchdog.watch(process.toHandle());
        return new Child(process, output);
    }

    Process process() {
        return process;
    }

    /** @throws IOException if the process ends, or does not listen in time; it is stopped then */
    void await(InetSocketAddress address) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!Ports.listening(address)) {
            if (!process.isAlive() || System.nanoTime() > until) {
                close();
                throw new IOException("it does not listen at " + address + "; it said: " + said());
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    /** The begin of the output, without the lines of stack traces. */
    private String said() throws IOException {
        String all = Files.exists(output)
                ? Files.readAllLines(output).stream()
                        .filter(line -> !line.startsWith("\tat "))
                        .collect(Collectors.joining(" "))
                : "";
        return all.substring(0, Math.min(SHOWN, all.length()));
    }

    /** The first line that a command prints. */
    static String firstLine(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String all = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return all.lines().findFirst().orElse("").strip();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
