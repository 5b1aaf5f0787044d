package org.esbmt.administration.jmx.internal.karaf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The tests use a real connector, as Karaf has one, and run the checks one by one. */
class KarafJmxPortMonitorTest {
    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private ObjectName name;
    private JMXConnectorServer connector;
    private int opened;
    private boolean configured = true;
    private boolean unreadable;
    private List<String> taken = List.of();
    private final KarafJmxPortMonitor monitor = new KarafJmxPortMonitor(server, new KarafJmxPortMonitor.Opener() {
        @Override
        public Optional<ObjectName> name() throws IOException {
            if (unreadable) {
                throw new IOException("no such thing");
            }
            return configured ? Optional.of(name) : Optional.empty();
        }

        @Override
        public List<String> taken() {
            return taken;
        }

        @Override
        public void open() {
            opened++;
        }
    });

    @BeforeEach
    void connector() throws IOException, JMException {
        name = new ObjectName("connector:name=rmi");
        connector = JMXConnectorServerFactory.newJMXConnectorServer(
                new JMXServiceURL("rmi", "127.0.0.1", 0), Map.of(), server);
    }

    @AfterEach
    void stop() throws IOException {
        connector.stop();
        monitor.close();
    }

    @Test
    void anOpenPortIsLeftAlone() throws Exception {
        connector.start();
        server.registerMBean(connector, name);
        look(50);
        assertThat(opened).isZero();
    }

    @Test
    void aClosedPortIsOpenedAtTheSecondCheckAndThenLessOften() throws Exception {
        look(1);
        assertThat(opened).isZero();
        look(1);
        assertThat(opened).isEqualTo(1);
        look(2);
        assertThat(opened).as("at the 4th").isEqualTo(2);
        look(4);
        assertThat(opened).as("at the 8th").isEqualTo(3);
        look(8);
        assertThat(opened).as("at the 16th").isEqualTo(4);
        look(16 + 32 + 64 + 128 + 256 + 512);
        assertThat(opened).as("at the 1024th").isEqualTo(10);
        look(719);
        assertThat(opened).isEqualTo(10);
        look(1);
        assertThat(opened).as("once an hour").isEqualTo(11);
    }

    /** Karaf's own registry is open meanwhile, and does not prevent the other port from being opened. */
    @Test
    void aTakenPortIsOpenedSoonAfterItIsFree() {
        taken = List.of("127.0.0.1:44444");
        look(2);
        assertThat(opened).isEqualTo(1);
        taken = List.of("127.0.0.1:44444", "127.0.0.1:1099");
        look(1000);
        assertThat(opened).as("at the 512th last").isEqualTo(9);
        taken = List.of("127.0.0.1:1099");
        look(2);
        assertThat(opened).isEqualTo(10);
    }

    @Test
    void anUnknownStateIsLeftAlone() {
        unreadable = true;
        look(50);
        assertThat(opened).isZero();
        unreadable = false;
        look(2);
        assertThat(opened).isEqualTo(1);
    }

    @Test
    void aConnectorThatDoesNotListenIsClosed() throws Exception {
        server.registerMBean(connector, name);
        look(2);
        assertThat(opened).isEqualTo(1);
        connector.start();
        look(20);
        assertThat(opened).isEqualTo(1);
        connector.stop();
        look(2);
        assertThat(opened).as("from the beginning").isEqualTo(2);
    }

    @Test
    void anUnconfiguredPortIsNotOpened() {
        configured = false;
        look(50);
        assertThat(opened).isZero();
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            monitor.look();
        }
    }
}
