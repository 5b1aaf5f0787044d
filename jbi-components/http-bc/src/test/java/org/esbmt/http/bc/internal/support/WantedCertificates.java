package org.esbmt.http.bc.internal.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;

/** Sockets of a server that asks for a certificate, and does without one. */
public final class WantedCertificates extends ServerSocketFactory {
    private final ServerSocketFactory tls;

    public WantedCertificates(SSLContext context) {
        this.tls = context.getServerSocketFactory();
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        SSLServerSocket socket = (SSLServerSocket) tls.createServerSocket(port, backlog, address);
        socket.setWantClientAuth(true);
        return socket;
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog) throws IOException {
        return createServerSocket(port, backlog, null);
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return createServerSocket(port, 0);
    }
}
