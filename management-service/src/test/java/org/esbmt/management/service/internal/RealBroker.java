package org.esbmt.management.service.internal;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.esbmt.messaging.api.BrokerState;
import org.esbmt.messaging.api.MessageBroker;
import org.esbmt.testing.FreePorts;

/** ActiveMQ with its store; it can be stopped and started again on the same port. */
final class RealBroker implements MessageBroker {
    private final Path store;
    private final int port;
    private BrokerService service;

    RealBroker(Path store) throws IOException {
        this.store = store;
        this.port = FreePorts.next();
    }

    void start() throws Exception {
        service = new BrokerService();
        service.setBrokerName("management-test");
        service.setUseJmx(false);
        service.setUseShutdownHook(false);
        service.setAdvisorySupport(false);
        service.setDataDirectoryFile(store.toFile());
        service.addConnector(address());
        service.start();
        service.waitUntilStarted();
    }

    void stop() throws Exception {
        service.stop();
        service.waitUntilStopped();
    }

    @Override
    public ConnectionFactory connectionFactory() {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(address());
        factory.setWatchTopicAdvisories(false);
        return factory;
    }

    @Override
    public XAConnectionFactory xaConnectionFactory() {
        throw new UnsupportedOperationException();
    }

    @Override
    public BrokerState state() {
        return BrokerState.up(Instant.EPOCH);
    }

    @Override
    public String address() {
        return "tcp://127.0.0.1:" + port;
    }
}
