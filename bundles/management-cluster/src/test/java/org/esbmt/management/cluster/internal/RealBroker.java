package org.esbmt.management.cluster.internal;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.esbmt.messaging.api.BrokerState;
import org.esbmt.messaging.api.MessageBroker;
import org.esbmt.testing.FreePorts;

/**
 * ActiveMQ with its store; it can be stopped and started again on the same port. Its state does not report the absence.
 */
final class RealBroker implements MessageBroker {
    private final Path store;
    private int port;
    private BrokerService service;
    private volatile BrokerState state = BrokerState.up(Instant.EPOCH);

    RealBroker(Path store) {
        this.store = store;
    }

    void start() throws Exception {
        service = new BrokerService();
        service.setBrokerName("management-cluster-test");
        service.setUseJmx(false);
        service.setUseShutdownHook(false);
        service.setAdvisorySupport(false);
        service.setDataDirectoryFile(store.toFile());
        if (port == 0) {
            port = FreePorts.next();
        }
        service.addConnector(address());
        service.start();
        service.waitUntilStarted();
    }

    void stop() throws Exception {
        service.stop();
        service.waitUntilStopped();
    }

    void tells(BrokerState next) {
        state = next;
    }

    @Override
    public ConnectionFactory connectionFactory() {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(address());
        factory.setWatchTopicAdvisories(false);
        return factory;
    }

    @Override
    public XAConnectionFactory xaConnectionFactory() {
        ActiveMQXAConnectionFactory factory = new ActiveMQXAConnectionFactory(address());
        factory.setWatchTopicAdvisories(false);
        return factory;
    }

    @Override
    public BrokerState state() {
        return state;
    }

    @Override
    public String address() {
        return "tcp://127.0.0.1:" + port;
    }
}
