package org.esbmt.suite.targets;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.esbmt.harness.BusHome;

/** The listener of a bus for messages. */
final class BusAddress {
    private BusAddress() {}

    static InetSocketAddress of(BusHome home) throws IOException {
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), URI.create(home.baseUrl()).getPort());
    }
}
