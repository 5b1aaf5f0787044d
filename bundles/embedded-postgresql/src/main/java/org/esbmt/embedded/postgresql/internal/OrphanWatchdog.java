package org.esbmt.embedded.postgresql.internal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the server some time after the JVM was killed, unless another JVM has taken it over by then. It is a shell of
 * the server's user that waits for the end of its input. The kernel closes the pipe after any death of the JVM. A line
 * on the pipe instead reports that the JVM has stopped the server itself.
 *
 * <p>The watchdog may stop the server in the moment of a take-over. The new JVM then notices, and starts the server
 * again.
 */
final class OrphanWatchdog implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OrphanWatchdog.class);

    /**
     * $1 seconds, $2 and $3 the owner's file and its content before a take-over, $4 the server's process file. The
     * other arguments stop the server. The loop runs every second, so that it ends soon when it is not needed any more.
     */
    private static final String SCRIPT = """
            if read -r line; then exit 0; fi
            left=$1 owner=$2 token=$3 server=$4
            shift 4
            while [ -e "$server" ]; do
              now=
              read -r now < "$owner" || :
              [ "$now" = "$token" ] || exit 0
              [ "$left" -gt 0 ] || exec "$@"
              left=$((left - 1))
              sleep 1
            done
            """;

    /** Referenced here, since the pipe is closed with the last reference to it. */
    private final Process process;

    private OrphanWatchdog(Process process) {
        this.process = process;
    }

    static OrphanWatchdog start(ServerDirectory home, Binaries binaries, Duration after) throws IOException {
        Path owner = home.ownerFile();
        ProcessBuilder builder = Command.builder(home.user()
                .as(List.of(
                        "/bin/sh",
                        "-c",
                        SCRIPT,
                        "esbmt-postgresql-guardian",
                        Long.toString(after.toSeconds()),
                        owner.toString(),
                        home.owner(),
                        PostmasterFile.file(home.cluster()).toString(),
                        binaries.program("pg_ctl"),
                        "stop",
                        "-s",
                        "-m",
                        "fast",
                        "-D",
                        home.cluster().toString())));
        return new OrphanWatchdog(builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    @Override
    public void close() {
        try (OutputStream input = process.getOutputStream()) {
            input.write('\n');
        } catch (IOException e) {
            LOG.debug("The watchdog of the PostgreSQL server had ended before.", e);
        }
    }
}
