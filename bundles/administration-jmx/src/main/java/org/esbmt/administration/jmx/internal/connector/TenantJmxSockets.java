package org.esbmt.administration.jmx.internal.connector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/** Sockets that listen at one address, with or without TLS. Equality is identity. */
final class TenantJmxSockets implements RMIServerSocketFactory {
    private static final int BACKLOG = 50;
    /**
     * TLS 1.3 alone, since TLS 1.2 would permit static RSA, CBC and renegotiation. Each Java version since 8u261 has
     * TLS 1.3.
     */
    private static final String[] PROTOCOLS = {"TLSv1.3"};

    private final InetAddress address;
    private final Optional<SSLContext> tls;
    private final ConnectionSlots slots;

    private TenantJmxSockets(InetAddress address, Optional<SSLContext> tls, TenantJmxLimits limits) {
        this.slots = new ConnectionSlots(limits);
        this.address = requireNonNull(address, "address");
        this.tls = requireNonNull(tls, "tls");
    }

    /**
     * Makes the sockets of a configuration.
     *
     * @param keyStore a file; empty: no TLS
     * @param passwordFile of the key store
     * @param limits of all connections together
     * @throws IllegalArgumentException if passwords would cross a network as they are, or a value cannot be used
     */
    static TenantJmxSockets of(String host, String keyStore, String passwordFile, TenantJmxLimits limits)
            throws GeneralSecurityException {
        InetAddress address = address(host);
        if (!keyStore.isBlank()) {
            SSLContext context = context(keyStore.strip(), passwordFile.strip());
            return new TenantJmxSockets(address, Optional.of(context), limits);
        }
        if (!address.isLoopbackAddress()) {
            throw new IllegalArgumentException(TenantJmxConfiguration.PID + ": host is " + host
                    + ", which others than this machine reach, so keystore.file must be set");
        }
        return new TenantJmxSockets(address, Optional.empty(), limits);
    }

    private static InetAddress address(String host) {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw refusal("host must be an address of this machine, but is '" + host + "'", e);
        }
    }

    private static IllegalArgumentException refusal(String sentence, Exception cause) {
        return new IllegalArgumentException(TenantJmxConfiguration.PID + ": " + sentence, cause);
    }

    private static char[] password(String file) {
        try {
            List<String> lines = Files.readAllLines(Path.of(file), UTF_8);
            return lines.isEmpty() ? new char[0] : lines.get(0).toCharArray();
        } catch (IOException e) {
            throw refusal("keystore.password.file must be a file that can be read, but is '" + file + "'", e);
        }
    }

    private static SSLContext context(String file, String passwordFile) throws GeneralSecurityException {
        char[] password = password(passwordFile);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException e) {
            throw refusal(
                    "keystore.file must be a PKCS#12 file that the password of keystore.password.file opens, but is '"
                            + file + "': " + e,
                    e);
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    /** The socket factory of the clients; null is RMI's word for a plain socket. */
    RMIClientSocketFactory forClients() {
        return tls.isPresent() ? new SslRMIClientSocketFactory() : null;
    }

    /** The number of open connections. */
    int open() {
        return slots.taken();
    }

    /** Closes each open connection. */
    void closeConnections() {
        slots.closeAll();
    }

    TenantJmxLimits limits() {
        return slots.limits();
    }

    boolean secured() {
        return tls.isPresent();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        return new BoundedServerSocket(port, address, slots, tls);
    }

    /**
     * Accepts connections within the limits. TLS is added above the counted connection, so that all bytes on the
     * network count.
     */
    private static final class BoundedServerSocket extends ServerSocket {
        private final ConnectionSlots slots;
        private final Optional<SSLContext> tls;

        BoundedServerSocket(int port, InetAddress address, ConnectionSlots slots, Optional<SSLContext> tls)
                throws IOException {
            super(port, BACKLOG, address);
            this.slots = slots;
            this.tls = tls;
        }

        @Override
        public Socket accept() throws IOException {
            while (true) {
                TenantJmxSocket socket = new TenantJmxSocket(slots);
                implAccept(socket);
                socket.accepted();
                if (!slots.admit(socket)) {
                    socket.closeQuietly();
                } else if (tls.isEmpty()) {
                    return socket;
                } else {
                    Optional<Socket> secured = secured(socket, tls.get());
                    if (secured.isPresent()) {
                        return secured.get();
                    }
                }
            }
        }

        /**
         * Adds TLS. Empty for a client that has disconnected already, or whose slot was taken, since RMI pauses after a
         * failed accept.
         */
        private static Optional<Socket> secured(TenantJmxSocket socket, SSLContext context) {
            try {
                SSLSocket secured = (SSLSocket) context.getSocketFactory()
                        .createSocket(socket, socket.getInetAddress().getHostAddress(), socket.getPort(), true);
                secured.setUseClientMode(false);
                secured.setEnabledProtocols(PROTOCOLS);
                return Optional.of(secured);
            } catch (IOException e) {
                socket.closeQuietly();
                return Optional.empty();
            }
        }
    }
}
