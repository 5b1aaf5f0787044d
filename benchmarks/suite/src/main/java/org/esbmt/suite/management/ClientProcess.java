package org.esbmt.suite.management;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.targets.Watchdog;

/** A running client process. Each interface has a JVM of its own, so none profits from the compiled code or the connections of another. */
final class ClientProcess implements AutoCloseable {
    private final Process process;
    private final String api;

    private ClientProcess(Process process, String api) {
        this.process = process;
        this.api = api;
    }

    static ClientProcess start(Assignment assignment) throws IOException {
        String patience = Long.toString(assignment.patience().toMillis());
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx256m",
                        "-Djdk.httpclient.allowRestrictedHeaders=host",
                        "-Dsun.rmi.transport.tcp.responseTimeout=" + patience,
                        "-Dsun.rmi.transport.tcp.handshakeTimeout=" + patience,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManagementClient.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Watchdog.watch(process.toHandle());
        try (OutputStream in = process.getOutputStream()) {
            in.write(assignment.text().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
        return new ClientProcess(process, assignment.api());
    }

    /**
     * All lines of the process, after its end.
     *
     * @throws IOException if it ended with an error
     */
    List<String> lines() throws IOException, InterruptedException {
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException("the client of " + api + " ended with " + status);
        }
        lines.forEach(ManagementLine::of);
        return lines;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
