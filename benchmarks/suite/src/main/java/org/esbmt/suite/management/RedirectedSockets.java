package org.esbmt.suite.management;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.rmi.server.RMISocketFactory;
import java.util.Map;

/**
 * The sockets of RMI in this process. A stub of the bus has the bus's own port inside, and only the socket factory can lead it over a
 * link.
 */
final class RedirectedSockets extends RMISocketFactory {
    private final Map<Integer, Integer> ports;

    /** @param ports the ports of links, by the bus's own ports */
    RedirectedSockets(Map<Integer, Integer> ports) {
        this.ports = Map.copyOf(ports);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.getOrDefault(port, port));
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new ServerSocket(port, 0, InetAddress.getLoopbackAddress());
    }
}
