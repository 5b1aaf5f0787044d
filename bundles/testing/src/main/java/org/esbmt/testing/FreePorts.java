package org.esbmt.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of the loopback address for servers with a port fixed in advance. They are below the ephemeral ports of Linux
 * (32768 to 60999, {@code ip_local_port_range}), because a client may take one of those at any moment. A JVM
 * gets each port once, since a client may keep connections to an earlier server at it.
 *
 * <p>A server may open its port much later, and other JVMs test at the same time. So each JVM claims blocks of ports,
 * by a listener at the first port of each block. The test harness of the distribution does the same.
 */
public final class FreePorts {
    private static final int FIRST = 10_240;
    private static final int LAST = 32_767;
    private static final int BLOCK = 32;
    private static final int ATTEMPTS = 10_000;

    /** Guarded by the class, as is {@code next}. The listeners are open until this JVM ends. */
    private static final List<ServerSocket> CLAIMS = new ArrayList<>();

    /** The next port of the last block; a multiple of {@link #BLOCK} if a new one is needed. */
    private static int next;

    private FreePorts() {}

    /** A port without a listener, which this JVM did not get before. */
    public static synchronized int next() throws IOException {
        BindException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                if (next % BLOCK == 0) {
                    next = claimed() + 1;
                }
                return free(next++);
            } catch (BindException e) {
                last = e;
            }
        }
        throw new IOException("no port is free beside " + CLAIMS.size() + " blocks of this JVM", last);
    }

    /** Claims a block; returns its first port. */
    private static int claimed() throws IOException {
        int block = ThreadLocalRandom.current().nextInt(FIRST / BLOCK, (LAST + 1) / BLOCK);
        ServerSocket claim = new ServerSocket(block * BLOCK, 1, InetAddress.getLoopbackAddress());
        CLAIMS.add(claim);
        return claim.getLocalPort();
    }

    private static int free(int port) throws IOException {
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }
}
