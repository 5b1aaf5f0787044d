package org.esbmt.embedded.broker.internal;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.esbmt.messaging.api.BrokerState;
import org.esbmt.messaging.api.MessageBroker;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The broker service of the bus: the external broker if an address is configured, or else the embedded one. The service
 * is registered at once; it does not wait for the start of a broker.
 */
@Component(immediate = true, service = MessageBroker.class, configurationPid = Messaging.PID)
@Designate(ocd = MessagingConfiguration.class)
public final class Messaging implements MessageBroker {
    static final String PID = "org.esbmt.messaging";

    private static final Logger LOG = LoggerFactory.getLogger(Messaging.class);

    private final MessageBroker broker;
    private final AutoCloseable life;

    @Activate
    public Messaging(BundleContext context, MessagingConfiguration configuration) {
        BrokerSettings settings = BrokerSettings.of(configuration);
        if (settings.external().isPresent()) {
            ExternalBroker external = new ExternalBroker(settings.external().get());
            external.start();
            broker = external;
            life = external;
            LOG.info("The embedded broker stays off: the bus is configured for {}.", external.address());
        } else {
            EmbeddedBroker embedded = new EmbeddedBroker(
                    settings.directory().orElseGet(() -> defaultDirectory(context)),
                    settings.port(),
                    settings.limits(),
                    List.of());
            embedded.start();
            broker = embedded;
            life = embedded;
        }
    }

    @Deactivate
    void stop() throws Exception {
        life.close();
    }

    private static Path defaultDirectory(BundleContext context) {
        return Optional.ofNullable(context.getProperty("karaf.data"))
                .map(data -> Path.of(data, "broker"))
                .orElseGet(() -> context.getDataFile("broker").toPath());
    }

    @Override
    public ConnectionFactory connectionFactory() {
        return broker.connectionFactory();
    }

    @Override
    public XAConnectionFactory xaConnectionFactory() {
        return broker.xaConnectionFactory();
    }

    @Override
    public BrokerState state() {
        return broker.state();
    }

    @Override
    public String address() {
        return broker.address();
    }
}
