package org.esbmt.embedded.postgresql.internal;

import java.nio.file.Path;
import java.time.Duration;

/** A process of its own for the tests that kill one. It starts a server, prints its process and port, and waits. */
final class OwningJvm {

    private OwningJvm() {}

    /** Arguments: the server's directory, an installation or "-" for the bundle's, the orphan limit in seconds. */
    public static void main(String[] arguments) throws Exception {
        PostgresSettings defaults = PostgresSettings.defaults();
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder(Path.of(arguments[0]))
                .settings(new PostgresSettings(
                        0,
                        defaults.maxConnections(),
                        defaults.sharedBuffers(),
                        defaults.startLimit(),
                        defaults.stopLimit(),
                        Duration.ofSeconds(Integer.parseInt(arguments[2]))));
        if (!arguments[1].equals("-")) {
            builder.binaries(Path.of(arguments[1]));
        }
        EmbeddedPostgres server = builder.start();
        System.out.println(server.pid() + " " + server.port());
        // Waits until the test kills this process, or closes the pipe.
        System.in.readAllBytes();
        server.close();
    }
}
