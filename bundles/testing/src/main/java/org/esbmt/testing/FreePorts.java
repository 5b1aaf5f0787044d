package org.esbmt.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address for servers with a port fixed in advance. They are below the ephemeral ports of Linux
 * (32768 to 60999, {@code ip_local_port_range}), because a client may take one of those at any moment. A JVM
 * gets each port once, since a client may keep connections to an earlier server at it.
 */
public final class FreePorts {
    private static final int FIRST = 10_240;
    private static final int LAST = 32_767;
    private static final int ATTEMPTS = 1_000;
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** A port without a listener, which this JVM did not get before. */
    public static int next() throws IOException {
        BindException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (GIVEN.add(free.getLocalPort())) {
                    return port;
                }
            } catch (BindException e) {
                last = e;
            }
        }
        throw new IOException("no port is free", last);
    }
}
