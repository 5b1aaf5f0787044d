package org.esbmt.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link BackEnd} in a process of its own, which outlives this process unless it is closed. */
public final class BackEndProcess implements AutoCloseable {
    private static final long START_SECONDS = 60;

    private final String name;
    private final Process process;
    private final int port;

    /**
     * Starts the process; returns when the back end listens.
     *
     * @param directory for its output
     */
    public BackEndProcess(String name, Path directory) throws IOException, InterruptedException {
        this.name = name;
        Path output = directory.resolve(name + ".out");
        process = new ProcessBuilder(List.of(
                        "nohup",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        // without it an answer waits for the client's delayed acknowledgement, 40 ms
                        "-Dsun.net.httpserver.nodelay=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BackEnd.class.getName(),
                        name))
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .redirectError(directory.resolve(name + ".err").toFile())
                .start();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        String line = "";
        while (!line.endsWith("\n")) {
            if (!process.isAlive() || System.nanoTime() > until) {
                close();
                throw new IOException("the back end " + name + " did not start; see " + directory);
            }
            TimeUnit.MILLISECONDS.sleep(20);
            line = Files.readString(output);
        }
        port = Integer.parseInt(line.trim());
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public String hostAndPort() {
        return "127.0.0.1:" + port;
    }

    public String url() {
        return "http://" + hostAndPort() + "/";
    }

    @Override
    public void close() {
        process.destroy();
    }
}
