package org.esbmt.administration.jmx.internal.karaf;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ManagedService;

/** Karaf's connector as configured. The keys and their defaults are those of Karaf's management server. */
final class ConfiguredConnector implements KarafJmxPortMonitor.Opener {
    private static final String NAME = "objectName";
    private static final String DEFAULT_NAME = "connector:name=rmi";
    /** The connector's own port, and that of the registry with the connector's address. */
    private static final List<Port> PORTS = List.of(
            new Port("rmiServerHost", "rmiServerPort", 44444), new Port("rmiRegistryHost", "rmiRegistryPort", 1099));

    private static final String DEFAULT_HOST = "127.0.0.1";
    private static final String LISTENS = "(service.pid=" + KarafJmxPortMonitor.PID + ")";

    private final ConfigurationAdmin configurations;
    private final BundleContext context;

    ConfiguredConnector(ConfigurationAdmin configurations, BundleContext context) {
        this.configurations = requireNonNull(configurations, "configurations");
        this.context = requireNonNull(context, "context");
    }

    @Override
    public Optional<ObjectName> name() throws IOException, JMException {
        Dictionary<String, Object> properties = configuration().getProperties();
        if (properties == null || !isListenedTo()) {
            return Optional.empty();
        }
        return Optional.of(new ObjectName(text(properties, NAME, DEFAULT_NAME)));
    }

    @Override
    public List<String> taken() throws IOException {
        Dictionary<String, Object> properties = configuration().getProperties();
        List<String> taken = new ArrayList<>();
        for (Port port : PORTS) {
            String host = text(properties, port.host(), DEFAULT_HOST);
            int number = Integer.parseInt(text(properties, port.port(), Integer.toString(port.byDefault())));
            if (!isFree(host, number)) {
                taken.add(host + ":" + number);
            }
        }
        return taken;
    }

    /** Updates the configuration without a change, which lets Karaf's management server open its ports again. */
    @Override
    public void open() throws IOException {
        configuration().update();
    }

    /** Tells whether Karaf's bundle runs. It may have been stopped, or never installed. */
    private boolean isListenedTo() {
        try {
            return !context.getServiceReferences(ManagedService.class, LISTENS).isEmpty();
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(LISTENS, e);
        }
    }

    private Configuration configuration() throws IOException {
        return configurations.getConfiguration(KarafJmxPortMonitor.PID, null);
    }

    private static String text(Dictionary<String, Object> properties, String key, String otherwise) {
        Object value = properties.get(key);
        return value == null ? otherwise : value.toString().trim();
    }

    private static boolean isFree(String host, int port) throws IOException {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            return socket.isBound();
        } catch (BindException e) {
            return false;
        }
    }

    private record Port(String host, String port, int byDefault) {}
}
