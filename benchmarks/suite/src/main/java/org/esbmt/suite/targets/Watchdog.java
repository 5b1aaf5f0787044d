package org.esbmt.suite.targets;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A shell that outlives this process, even a killed one, and then stops each process that was named to it and still runs. It reads
 * from a pipe, which the system closes at the end of this process. Its script is the resource {@code watchdog.sh}.
 */
public final class Watchdog {
    private static Process shell;

    private Watchdog() {}

    /** Names a process. It is known by its number and the moment of its start, so that a successor with its number is safe. */
    public static void watch(ProcessHandle process) throws IOException {
        tell("process " + process.pid());
    }

    /** Names the folder of a bus, which its own script stops with its database. */
    public static void watch(Path bus) throws IOException {
        tell("bus " + bus.toAbsolutePath());
    }

    /** A bus that was stopped. Its folder may become another bus's. */
    public static void forget(Path bus) throws IOException {
        tell("stopped " + bus.toAbsolutePath());
    }

    private static synchronized void tell(String line) throws IOException {
        if (shell == null) {
            shell = start();
        }
        OutputStream pipe = shell.getOutputStream();
        pipe.write((line + "\n").getBytes(UTF_8));
        pipe.flush();
    }

    private static Process start() throws IOException {
        String script;
        try (InputStream in = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            script = new String(in.readAllBytes(), UTF_8);
        }
        // in a session of its own, which the interrupt of a terminal does not reach
        return new ProcessBuilder(List.of("setsid", "sh", "-c", script))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
