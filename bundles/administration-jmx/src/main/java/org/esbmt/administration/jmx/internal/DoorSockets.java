package org.esbmt.administration.jmx.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.rmi.ssl.SslRMIClientSocketFactory;

/** Sockets that listen at one address, with TLS or without. Two are equal if they are the same. */
final class DoorSockets implements RMIServerSocketFactory {
    private static final int BACKLOG = 50;
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final InetAddress address;
    private final Optional<SSLContext> tls;

    private DoorSockets(InetAddress address, Optional<SSLContext> tls) {
        this.address = requireNonNull(address, "address");
        this.tls = requireNonNull(tls, "tls");
    }

    /**
     * As it is configured.
     *
     * @param keyStore a file; empty: no TLS
     * @param passwordFile of the key store
     * @throws IllegalArgumentException if passwords would cross a network as they are
     */
    static DoorSockets of(String host, String keyStore, String passwordFile)
            throws IOException, GeneralSecurityException {
        InetAddress address = InetAddress.getByName(host);
        if (!keyStore.isBlank()) {
            SSLContext context = context(Path.of(keyStore.strip()), Path.of(passwordFile.strip()));
            return new DoorSockets(address, Optional.of(context));
        }
        if (!address.isLoopbackAddress()) {
            throw new IllegalArgumentException(DoorConfiguration.PID + ": host is " + host
                    + ", which others than this machine reach, so keystore.file must be set");
        }
        return new DoorSockets(address, Optional.empty());
    }

    private static SSLContext context(Path file, Path passwordFile) throws IOException, GeneralSecurityException {
        List<String> lines = Files.readAllLines(passwordFile, UTF_8);
        char[] password = lines.isEmpty() ? new char[0] : lines.get(0).toCharArray();
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } finally {
            Arrays.fill(password, '\0');
        }
    }

    /** What clients connect with; null is RMI's word for a plain socket. */
    RMIClientSocketFactory forClients() {
        return tls.isPresent() ? new SslRMIClientSocketFactory() : null;
    }

    boolean secured() {
        return tls.isPresent();
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
        if (tls.isEmpty()) {
            return ServerSocketFactory.getDefault().createServerSocket(port, BACKLOG, address);
        }
        SSLServerSocket socket =
                (SSLServerSocket) tls.get().getServerSocketFactory().createServerSocket(port, BACKLOG, address);
        socket.setEnabledProtocols(PROTOCOLS);
        return socket;
    }
}
