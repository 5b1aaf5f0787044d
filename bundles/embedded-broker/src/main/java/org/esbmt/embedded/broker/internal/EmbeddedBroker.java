package org.esbmt.embedded.broker.internal;

import static java.util.Objects.requireNonNull;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnectionFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.activemq.broker.BrokerService;
import org.esbmt.messaging.api.BrokerState;
import org.esbmt.messaging.api.MessageBroker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An ActiveMQ inside of this process. Its own bus connects to it without a socket. It starts in a thread of its own,
 * and restarts after a failure, such as a full disk. Thread-safe.
 */
final class EmbeddedBroker implements MessageBroker, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBroker.class);

    /** ActiveMQ finds a broker in this process by its name. */
    private static final AtomicInteger NUMBER = new AtomicInteger();
    /** The time that the thread may take in addition to the stop itself. */
    private static final Duration MARGIN = Duration.ofSeconds(2);
    /** A broker that ends sooner than this would probably fail again. */
    private static final Duration PROVEN = Duration.ofMinutes(1);

    private final Path directory;
    private final OptionalInt port;
    private final BrokerLimits limits;
    private final List<Login> others;
    private final Availability availability = new Availability();
    private final ReconnectLoop loop = new ReconnectLoop("The embedded broker", this::begin, availability, PROVEN);
    private final BusConnectionFactory factory = new BusConnectionFactory(this::clients);
    private volatile Running running;

    /**
     * @param port on 127.0.0.1; 0 for a free one, empty for none
     * @param others logins beside that of the bus
     */
    EmbeddedBroker(Path directory, OptionalInt port, BrokerLimits limits, List<Login> others) {
        this.directory = requireNonNull(directory, "directory");
        this.port = requireNonNull(port, "port");
        this.limits = requireNonNull(limits, "limits");
        this.others = List.copyOf(others);
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
        return "the embedded broker in " + directory;
    }

    /** The port of its listener; empty without one, and while the broker is stopped. */
    OptionalInt port() {
        Running now = running;
        return now == null ? OptionalInt.empty() : now.port();
    }

    /**
     * Stops the broker and waits, no longer than its limit for a stop. The store survives if the broker is then still
     * running.
     */
    @Override
    public void close() {
        loop.close(limits.stop().plus(MARGIN));
    }

    private ReconnectLoop.Life begin(ReconnectLoop.End end) throws BrokerProblem {
        BrokerHome home = BrokerHome.open(directory);
        BrokerService broker = null;
        try {
            String password = home.password();
            List<Login> logins = new ArrayList<>(others);
            logins.add(Login.bus(password));
            String name = "esbmt-" + NUMBER.incrementAndGet();
            broker = BrokerSetup.broker(name, home, port, limits, logins);
            broker.addShutdownHook(
                    () -> end.because("The embedded broker in " + directory + " stopped of itself; is the disk full?"));
            broker.start();
            if (!broker.waitUntilStarted(0)) {
                throw new BrokerProblem("The embedded broker in " + directory + " stopped while it started.");
            }
            running = new Running(home, broker, name, password);
            return running;
        } catch (Exception e) {
            stop(broker, home);
            throw e instanceof BrokerProblem problem
                    ? problem
                    : new BrokerProblem(
                            "The embedded broker in " + directory + " does not start: " + BrokerProblems.reason(e)
                                    + ".",
                            e);
        }
    }

    private Clients clients() throws JMSException {
        Running now = running;
        if (now == null) {
            throw new JMSException(state().problem().orElse("The embedded broker starts."));
        }
        return now.clients;
    }

    /** Releases the lock of the directory after the last write there. */
    private static void stop(BrokerService broker, BrokerHome home) {
        try (home) {
            if (broker != null) {
                broker.stop();
                broker.waitUntilStopped();
            }
        } catch (Exception e) {
            LOG.warn("The embedded broker did not stop in order: {}", e.toString(), e);
        }
    }

    private final class Running implements ReconnectLoop.Life {
        private final BrokerHome home;
        private final BrokerService broker;
        private final Clients clients;
        /**
         * ActiveMQ disposes of its in-process transport with the last connection, and refuses a connection opened at
         * that moment.
         */
        private final Connection kept;

        Running(BrokerHome home, BrokerService broker, String name, String password) throws JMSException {
            this.home = home;
            this.broker = broker;
            this.clients = Clients.embedded(name, Login.BUS_USER, password);
            this.kept = clients.plain().get(0).createConnection();
        }

        OptionalInt port() {
            try {
                return port.isEmpty()
                        ? OptionalInt.empty()
                        : OptionalInt.of(broker.getTransportConnectors()
                                .get(0)
                                .getConnectUri()
                                .getPort());
            } catch (Exception e) {
                throw new IllegalStateException("a broker that runs has an address", e);
            }
        }

        @Override
        public String sentence() {
            return "The embedded broker is in service"
                    + (port.isEmpty()
                            ? "."
                            : " and listens on " + BrokerSetup.LOOPBACK + ":" + port().getAsInt() + ".");
        }

        @Override
        public void close() {
            running = null;
            try {
                kept.close();
            } catch (JMSException e) {
                LOG.debug("The connection to the embedded broker did not close in order.", e);
            }
            stop(broker, home);
        }
    }
}
