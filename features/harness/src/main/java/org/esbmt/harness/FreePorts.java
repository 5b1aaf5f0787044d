package org.esbmt.harness;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address for servers that need to know theirs before they listen. They are below the ones that Linux gives to
 * outgoing connections (32768 to 60999, {@code ip_local_port_range}): one of those may be taken by a client at any moment.
 */
public final class FreePorts {
    private static final int FIRST = 10_240;
    private static final int LAST = 32_767;
    private static final int ATTEMPTS = 1_000;

    private FreePorts() {}

    /** One that nobody listens at. */
    public static int next() throws IOException {
        BindException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (BindException e) {
                last = e;
            }
        }
        throw new IOException("no port is free", last);
    }
}
