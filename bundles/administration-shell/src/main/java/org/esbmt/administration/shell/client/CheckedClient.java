package org.esbmt.administration.shell.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.karaf.client.ClientConfig;
import org.apache.karaf.client.Main;

/**
 * Karaf's client behind a check. Karaf's client accepts every host key, so it would send a password to any process that listens at
 * the shell's port. Here the server first proves that it has the host key of this installation. With {@code -h} or {@code -a} the
 * user has named another server, and no key is checked.
 */
public final class CheckedClient {
    /** A system property: the user has named the server, as bin/client.sh has seen by its options. */
    private static final String ELSEWHERE = "esbmt.client.elsewhere";

    private static final String PUBLIC_KEY = "host.key.pub";
    /** A system property: true if the command reads the standard input, since bin/client.sh found its "-". */
    private static final String SENDS = "esbmt.client.sends";

    private CheckedClient() {}

    /** Takes the arguments of Karaf's client. Ends with status 1 if the server is not this bus. */
    public static void main(String[] arguments) throws Exception {
        Optional<HostKey> key = Boolean.getBoolean(ELSEWHERE)
                ? Optional.empty()
                : Optional.of(new HostKey(Path.of(System.getProperty("karaf.etc"), PUBLIC_KEY)));
        if (key.isPresent()) {
            try {
                check(new ClientConfig(arguments), key.get());
            } catch (IOException e) {
                System.err.println("bin/client: " + e.getMessage());
                System.exit(1);
            }
        }
        if (Boolean.getBoolean(SENDS)) {
            System.exit(SendingClient.run(new ClientConfig(arguments), key));
        }
        Main.main(arguments);
    }

    /** Tries as often as Karaf's client would. */
    private static void check(ClientConfig config, HostKey key) throws IOException, InterruptedException {
        for (int attempt = 0; ; attempt++) {
            if (key.isProvenBy(config.getHost(), config.getPort())) {
                return;
            }
            if (attempt >= config.getRetryAttempts()) {
                throw new IOException("Failed to get the session.");
            }
            Thread.sleep(config.getRetryDelay() * 1_000L);
        }
    }
}
