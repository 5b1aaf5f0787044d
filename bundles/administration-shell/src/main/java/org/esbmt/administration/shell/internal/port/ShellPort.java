package org.esbmt.administration.shell.internal.port;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Collection;
import java.util.Dictionary;
import java.util.Optional;
import org.apache.sshd.server.SshServer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** The port of Karaf's SSH server as configured. The keys and their defaults are Karaf's. */
final class ShellPort implements ShellPortMonitor.Port {
    private static final String START = "karaf.startRemoteShell";
    private static final String DEFAULT_HOST = "0.0.0.0";
    private static final String DEFAULT_PORT = "8101";

    private final ConfigurationAdmin configurations;
    private final BundleContext context;

    ShellPort(ConfigurationAdmin configurations, BundleContext context) {
        this.configurations = requireNonNull(configurations, "configurations");
        this.context = requireNonNull(context, "context");
    }

    @Override
    public boolean isWanted() {
        return Boolean.parseBoolean(context.getProperty(START));
    }

    /**
     * Tells whether the server listens. Karaf registers a server before its start, and keeps stopped ones registered.
     */
    @Override
    public boolean isOpen() {
        try {
            Collection<ServiceReference<SshServer>> servers = context.getServiceReferences(SshServer.class, null);
            for (ServiceReference<SshServer> reference : servers) {
                SshServer server = context.getService(reference);
                if (server != null) {
                    boolean open = server.isStarted() && server.isOpen();
                    context.ungetService(reference);
                    if (open) {
                        return true;
                    }
                }
            }
            return false;
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public Optional<String> taken() throws IOException {
        Dictionary<String, Object> properties = configuration().getProperties();
        if (properties == null) {
            return Optional.empty();
        }
        String host = text(properties, "sshHost", DEFAULT_HOST);
        int port = Integer.parseInt(text(properties, "sshPort", DEFAULT_PORT));
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return socket.isBound() ? Optional.empty() : Optional.of(host + ":" + port);
        } catch (BindException e) {
            return Optional.of(host + ":" + port);
        }
    }

    /** Updates the configuration without a change, which lets Karaf restart the server. */
    @Override
    public void open() throws IOException {
        configuration().update();
    }

    private Configuration configuration() throws IOException {
        return configurations.getConfiguration(ShellPortMonitor.PID, null);
    }

    private static String text(Dictionary<String, Object> properties, String key, String otherwise) {
        Object value = properties.get(key);
        return value == null ? otherwise : value.toString().strip();
    }
}
