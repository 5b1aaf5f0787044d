package org.esbmt.administration.jmx.internal.connector;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.rmi.NoSuchObjectException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RemoteServer;
import java.rmi.server.ServerNotActiveException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.management.MBeanServer;
import javax.management.remote.JMXAuthenticator;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.security.auth.Subject;
import org.apache.karaf.jaas.boot.principal.UserPrincipal;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.OperatorLogin.Admitted;
import org.esbmt.administration.api.OperatorLogin.Origin;
import org.esbmt.administration.jmx.internal.mbean.ConnectedAdministrator;
import org.esbmt.administration.jmx.internal.mbean.CredentialPrincipal;
import org.esbmt.administration.jmx.internal.mbean.Refusals;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A JMX connector whose clients reach only the bus's own MBeans, with each call as the logged-in user. One port serves the
 * look-up and the connections.
 */
final class TenantJmxConnector {
    private static final Logger LOG = LoggerFactory.getLogger(TenantJmxConnector.class);
    /** The name that clients look up. */
    static final String NAME = "esbmt";

    private static final String HOST_OF_STUBS = "java.rmi.server.hostname";
    /** A login and a password. */
    private static final String CREDENTIALS = "maxarray=2;maxdepth=3;maxrefs=8;maxbytes=8192;java.lang.String;!*";

    private final RMIConnectorServer connectors;
    private final Registry registry;
    private final String url;
    private final TenantRmiServer rmi;
    private final TenantJmxSockets sockets;

    private TenantJmxConnector(
            RMIConnectorServer connectors,
            Registry registry,
            TenantRmiServer rmi,
            TenantJmxSockets sockets,
            String url) {
        this.connectors = connectors;
        this.registry = registry;
        this.url = url;
        this.rmi = rmi;
        this.sockets = sockets;
    }

    /**
     * Opens a connector.
     *
     * @param subscriptions the subscriptions of its clients; the caller passes the changes to them
     * @param shown selects the MBeans that a user sees
     * @param host the name under which clients reach the address of the sockets
     */
    @SuppressWarnings("BanJNDI") // a registry of our own, by its interface; no foreign text is looked up
    static TenantJmxConnector open(
            MBeanServer beans,
            OperatorLogin logins,
            NotificationSubscriptions subscriptions,
            MBeanVisibility shown,
            TenantJmxSockets sockets,
            String host,
            int port)
            throws IOException {
        if (System.getProperty(HOST_OF_STUBS) == null) {
            System.setProperty(HOST_OF_STUBS, host);
        }
        Map<String, Object> environment = Map.of(
                JMXConnectorServer.AUTHENTICATOR,
                new Passwords(logins),
                RMIConnectorServer.CREDENTIALS_FILTER_PATTERN,
                CREDENTIALS,
                JMXConnectorServerFactory.DEFAULT_CLASS_LOADER,
                ClassLoader.getPlatformClassLoader());
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Registry registry = null;
        RMIConnectorServer connectors = null;
        // RMI's threads get the class loader of the exporting thread.
        Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            registry = LocateRegistry.createRegistry(port, sockets.forClients(), sockets);
            MBeanServer seen = RestrictedMBeanServer.of(beans, shown);
            TenantRmiServer rmi = new TenantRmiServer(port, sockets, environment, subscriptions);
            connectors = new RMIConnectorServer(
                    new JMXServiceURL("service:jmx:rmi://" + host + ":" + port), environment, rmi, seen);
            connectors.start();
            registry.rebind(NAME, rmi.toStub());
            String at = host + ":" + port;
            return new TenantJmxConnector(
                    connectors, registry, rmi, sockets, "service:jmx:rmi://" + at + "/jndi/rmi://" + at + "/" + NAME);
        } catch (IOException | RuntimeException e) {
            close(Optional.ofNullable(connectors), Optional.ofNullable(registry), sockets);
            throw e;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** The URL for clients. */
    String url() {
        return url;
    }

    /** The number of clients that are logged in. */
    int clients() {
        return rmi.clients();
    }

    void close() {
        close(Optional.of(connectors), Optional.of(registry), sockets);
    }

    /**
     * Closes both, even if one fails, since a remaining one would keep the port. Closes the connections, too. A client
     * would use an idle one for its next call, and the next connector at this port has no part in it.
     */
    private static void close(
            Optional<RMIConnectorServer> connectors, Optional<Registry> registry, TenantJmxSockets sockets) {
        try {
            if (connectors.isPresent()) {
                connectors.get().stop(); // also before its start
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("A JMX connection ended while it was closed.", e);
        }
        try {
            if (registry.isPresent()) {
                UnicastRemoteObject.unexportObject(registry.get(), true);
            }
        } catch (NoSuchObjectException e) {
            LOG.debug("The RMI registry was closed before.", e);
        }
        sockets.closeConnections();
    }

    /** Checks passwords. The client cannot distinguish the causes of a refusal. */
    private record Passwords(OperatorLogin logins) implements JMXAuthenticator {
        Passwords {
            requireNonNull(logins, "logins");
        }

        @Override
        public Subject authenticate(Object credentials) {
            if (!(credentials instanceof String[] pair) || pair.length != 2 || pair[0] == null || pair[1] == null) {
                throw refused();
            }
            char[] password = pair[1].toCharArray();
            Optional<Admitted> admitted;
            try {
                Origin from = new Origin(ConnectedAdministrator.ADAPTER, source());
                admitted = TenantJmxSocket.ofThisThread()
                        .map(socket -> socket.login(() -> logins.admit(from, pair[0], password)))
                        .orElseGet(() -> logins.admit(from, pair[0], password));
            } finally {
                Arrays.fill(password, '\0');
            }
            Admitted who = admitted.orElseThrow(Passwords::refused);
            Subject subject = new Subject();
            subject.getPrincipals().add(new UserPrincipal(who.login()));
            subject.getPrincipals().add(new CredentialPrincipal(who.credential()));
            subject.setReadOnly();
            return subject;
        }

        /** Returns the client's address. RMI has a thread for each connection, and logs in on it. */
        private static String source() {
            try {
                return RemoteServer.getClientHost();
            } catch (ServerNotActiveException e) {
                LOG.debug("A login at the tenants' connector did not come by a connection.", e);
                return "";
            }
        }

        private static SecurityException refused() {
            return Refusals.bare(new SecurityException("login refused"));
        }
    }
}
