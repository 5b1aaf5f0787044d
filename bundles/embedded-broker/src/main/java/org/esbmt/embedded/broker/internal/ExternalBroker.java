package org.esbmt.embedded.broker.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import javax.net.ssl.TrustManager;
import org.esbmt.embedded.broker.internal.BrokerSettings.External;
import org.esbmt.messaging.api.BrokerState;
import org.esbmt.messaging.api.MessageBroker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A broker outside of the bus. One connection is kept open to detect whether the broker is reachable and accepts the
 * login. A failure is logged once, and the connection is attempted again. Thread-safe.
 */
final class ExternalBroker implements MessageBroker, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ExternalBroker.class);

    /** The time that the answers to an attempt may take in addition to the connection itself. */
    private static final Duration MARGIN = Duration.ofSeconds(20);

    private final External external;
    private final Availability availability = new Availability();
    /** An answer on a connection proves that the broker works, even if the connection ends soon. */
    private final ReconnectLoop loop =
            new ReconnectLoop("The connection to the broker", this::begin, availability, Duration.ZERO);

    private final BusConnectionFactory factory = new BusConnectionFactory(this::clientsForUse);

    ExternalBroker(External external) {
        this.external = requireNonNull(external, "external");
    }

    void start() {
        loop.start();
    }

    @Override
    public ConnectionFactory connectionFactory() {
        return factory;
    }

    @Override
    public XAConnectionFactory xaConnectionFactory() {
        return factory;
    }

    @Override
    public BrokerState state() {
        return availability.state();
    }

    @Override
    public String address() {
        return BrokerProblems.addresses(external.addresses());
    }

    @Override
    public void close() {
        loop.close(external.connectTimeout()
                .multipliedBy(external.addresses().size())
                .plus(MARGIN));
    }

    private ReconnectLoop.Life begin(ReconnectLoop.End end) throws BrokerProblem {
        Clients clients = clients();
        Connection connection = null;
        try {
            connection = new BusConnectionFactory(() -> clients).createConnection();
            connection.setExceptionListener(e -> end.because(
                    "The connection to the broker at " + address() + " broke: " + BrokerProblems.reason(e) + "."));
            connection.start();
            return new Watch(connection);
        } catch (JMSException e) {
            BrokerProblem problem = BrokerProblems.of(external, e);
            if (connection != null) {
                try {
                    connection.close();
                } catch (JMSException e2) {
                    problem.addSuppressed(e2);
                }
            }
            throw problem;
        }
    }

    /** Reads the files again: the operator may have corrected them since. */
    private Clients clients() throws BrokerProblem {
        String password;
        try {
            password = Files.readString(external.passwordFile(), UTF_8).strip();
        } catch (IOException e) {
            throw new BrokerProblem(
                    "password.file " + external.passwordFile() + " cannot be read: " + BrokerProblems.reason(e) + ".",
                    e);
        }
        TrustManager[] trusted = external.authorities().isPresent()
                ? TrustedAuthorities.of(external.authorities().get())
                : new TrustManager[0];
        return Clients.external(external.addresses(), external.connectTimeout(), trusted, external.user(), password);
    }

    private Clients clientsForUse() throws JMSException {
        try {
            return clients();
        } catch (BrokerProblem e) {
            JMSException failed = new JMSException(e.getMessage());
            failed.initCause(e);
            throw failed;
        }
    }

    private final class Watch implements ReconnectLoop.Life {
        private final Connection connection;

        Watch(Connection connection) {
            this.connection = connection;
        }

        @Override
        public String sentence() {
            return "The broker at " + address() + " is in service.";
        }

        @Override
        public void close() {
            try {
                connection.close();
            } catch (JMSException e) {
                LOG.debug("A connection that was only watched could not be closed.", e);
            }
        }
    }
}
