package org.esbmt.http.bc.internal.support;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLServerSocketFactory;

/** Accepts connections only from peers with a trusted key. */
public final class MutualTls extends ServerSocketFactory {
    private final SSLServerSocketFactory tls;
    private final String protocol;

    public MutualTls(SSLContext context, String protocol) {
        this.tls = context.getServerSocketFactory();
        this.protocol = protocol;
    }

    @Override
    public ServerSocket createServerSocket(int port, int backlog, InetAddress address) throws IOException {
        SSLServerSocket socket = (SSLServerSocket) tls.createServerSocket(port, backlog, address);
        socket.setNeedClientAuth(true);
        socket.setEnabledProtocols(new String[] {protocol});
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
