package org.esbmt.embedded.broker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnection;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.command.ActiveMQQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attacks by other processes of this machine at the port, and the limits of a faulty part of the bus. */
class AttackTest {
    private static final String QUEUE = "esbmt.management.reply.test";
    private static final int FIFTY_MEGABYTES = 50 * 1024 * 1024;
    private static final Login OTHER = new Login("other", "password of other", Role.NOBODY);

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;
    private static String password;

    @BeforeAll
    static void start() throws IOException {
        broker = TestBroker.started(folder, OTHER);
        password = Files.readString(folder.resolve("password")).strip();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void loginsNeedTheRightPassword() throws Exception {
        refusesLogin(null, null);
        refusesLogin("", "");
        refusesLogin(Login.BUS_USER, null);
        refusesLogin(Login.BUS_USER, "wrong");
        refusesLogin(Login.BUS_USER, password + "x");
        refusesLogin("system", "manager");
        refusesLogin(null, password);
        try (Connection right = TestBroker.stranger(broker).createConnection(Login.BUS_USER, password)) {
            right.start();
        }
    }

    /** The exception is mostly a JMSSecurityException; the end of the connection can overtake the reason. */
    private static void refusesLogin(String user, String guess) {
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> {
            try (Connection connection = TestBroker.stranger(broker).createConnection(user, guess)) {
                connection.start();
            }
        });
    }

    @Test
    void otherRolesHaveNoRightsToDestinationsOfTheBus() throws Exception {
        TestBroker.send(broker, "esbmt.management.x", "secret");
        ActiveMQConnectionFactory other = TestBroker.stranger(broker);
        other.setClientID("other");
        try (Connection connection = other.createConnection(OTHER.user(), OTHER.password());
                Session session = connection.createSession()) {
            connection.start();
            for (String name : List.of(
                    "esbmt.management.x",
                    "esbmt.management.new",
                    "esbmt.>",
                    ">",
                    "*.management.*",
                    "other",
                    "a,esbmt.b")) {
                refuses(() -> session.createConsumer(session.createQueue(name)));
                refuses(() -> session.createConsumer(session.createTopic(name)));
                refuses(() -> session.createBrowser(session.createQueue(name)).getEnumeration());
                refuses(() -> session.createProducer(session.createQueue(name)));
                refuses(() -> session.createProducer(null)
                        .send(session.createQueue(name), session.createTextMessage("forged")));
            }
            refuses(() -> session.createDurableSubscriber(session.createTopic("esbmt.management.x"), "mine"));
            refuses(() -> session.unsubscribe("management"));
            refuses(() ->
                    ((ActiveMQConnection) connection).destroyDestination(new ActiveMQQueue("esbmt.management.x")));
        }
        assertThat(TestBroker.drain(broker, "esbmt.management.x")).containsExactly("secret");
    }

    @Test
    void anotherRoleDoesNotEndTransactionsOfTheBus() throws Exception {
        Branch branch = new Branch(11);
        try (ActiveMQXAConnection bus =
                (ActiveMQXAConnection) broker.xaConnectionFactory().createXAConnection()) {
            var session = bus.createXASession();
            XAResource resource = session.getXAResource();
            resource.start(branch, XAResource.TMNOFLAGS);
            session.createProducer(session.createQueue("esbmt.transaction"))
                    .send(session.createTextMessage("prepared"));
            resource.end(branch, XAResource.TMSUCCESS);
            resource.prepare(branch);
        }
        ActiveMQXAConnectionFactory factory = new ActiveMQXAConnectionFactory(TestBroker.url(broker));
        factory.setWatchTopicAdvisories(false);
        try (var other = factory.createXAConnection(OTHER.user(), OTHER.password())) {
            XAResource resource = other.createXASession().getXAResource();
            assertThatExceptionOfType(XAException.class)
                    .isThrownBy(() -> resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN));
            assertThatExceptionOfType(XAException.class).isThrownBy(() -> resource.rollback(branch));
            assertThatExceptionOfType(XAException.class).isThrownBy(() -> resource.commit(branch, false));
        }
        try (var bus = broker.xaConnectionFactory().createXAConnection()) {
            XAResource resource = bus.createXASession().getXAResource();
            assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                    .hasSize(1);
            resource.commit(branch, false);
        }
        assertThat(TestBroker.drain(broker, "esbmt.transaction")).containsExactly("prepared");
    }

    @Test
    void theBusHasItsOwnDestinationsOnly() throws Exception {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            for (String name : List.of("other", "ActiveMQ.Advisory.Connection", "ActiveMQ.DLQ", "esbmt.a,other", ">")) {
                refuses(() -> session.createProducer(session.createQueue(name)));
                refuses(() -> session.createConsumer(session.createTopic(name)));
            }
        }
    }

    @Test
    void temporaryQueuesDoNotFloodTheBroker() throws Exception {
        try (Connection connection = TestBroker.stranger(broker).createConnection(Login.BUS_USER, password);
                Session session = connection.createSession()) {
            for (int i = 0; i < 2000; i++) {
                refuses(session::createTemporaryQueue);
            }
            refuses(session::createTemporaryTopic);
        }
    }

    @Test
    void destinationsHaveANumber(@TempDir Path directory) throws Exception {
        try (EmbeddedBroker full = TestBroker.started(directory);
                Connection connection = full.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            List<String> made = new ArrayList<>();
            refuses(() -> {
                for (int i = 0; i < 2000; i++) {
                    session.createProducer(session.createQueue("esbmt.flood." + i))
                            .close();
                    made.add("esbmt.flood." + i);
                }
            });
            assertThat(made).hasSize(1000);
            assertThat(TestBroker.drain(full, made.get(0))).isEmpty();
        }
    }

    @Test
    void objectMessagesAreRefused() throws Exception {
        for (Connection each : List.of(
                TestBroker.stranger(broker).createConnection(Login.BUS_USER, password),
                broker.connectionFactory().createConnection())) {
            try (Connection connection = each;
                    Session session = connection.createSession()) {
                var producer = session.createProducer(session.createQueue(QUEUE));
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(
                                () -> producer.send(session.createObjectMessage(new ArrayList<>(List.of("gadget")))))
                        .withMessageContaining("Only text and bytes are taken");
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> producer.send(session.createMapMessage()))
                        .withMessageContaining("Only text and bytes are taken");
            }
        }
        assertThat(TestBroker.drain(broker, QUEUE)).isEmpty();
    }

    @Test
    void fiftyMegabytesAreNotTaken() throws Exception {
        try (Connection connection = TestBroker.stranger(broker).createConnection(Login.BUS_USER, password);
                Session session = connection.createSession()) {
            var producer = session.createProducer(session.createQueue(QUEUE));
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> producer.send(TestBroker.bytes(session, FIFTY_MEGABYTES)));
        }
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            var producer = session.createProducer(session.createQueue(QUEUE));
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> producer.send(TestBroker.bytes(session, FIFTY_MEGABYTES)))
                    .withMessageContaining("1048576 bytes at most");
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> producer.send(session.createTextMessage("x".repeat(1024 * 1024 + 1))))
                    .withMessageContaining("1048576 bytes at most");
            producer.send(TestBroker.bytes(session, 1024 * 1024));
            producer.send(session.createTextMessage("x".repeat(1024 * 1024)));
            connection.start();
            var consumer = session.createConsumer(session.createQueue(QUEUE));
            assertThat(consumer.receive(TestBroker.RECEIVE)).isNotNull();
            assertThat(consumer.receive(TestBroker.RECEIVE)).isNotNull();
        }
    }

    @Test
    void aFrameThatIsAnnouncedTooLongEndsItsConnectionBeforeAnyLogin() throws Exception {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), broker.port().orElseThrow())) {
            socket.setSoTimeout((int) TestBroker.LIMIT.toMillis());
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeInt(FIFTY_MEGABYTES);
            out.write(new byte[100]);
            out.flush();
            endOf(socket);
        }
    }

    /** Reads the broker's greeting, and waits until it closes the connection. */
    private static void endOf(Socket socket) throws IOException {
        try {
            while (socket.getInputStream().read() >= 0) {
                // the broker's greeting
            }
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    @Test
    void aThousandConnectionsLeaveTheBusItsOwn(@TempDir Path directory) throws Exception {
        List<Socket> sockets = new ArrayList<>();
        try (EmbeddedBroker flooded = TestBroker.started(directory)) {
            try {
                for (int i = 0; i < 1000; i++) {
                    sockets.add(new Socket(
                            InetAddress.getLoopbackAddress(), flooded.port().orElseThrow()));
                }
                int greeted = 0;
                for (Socket each : sockets) {
                    each.setSoTimeout((int) TestBroker.LIMIT.toMillis());
                    greeted += greets(each) ? 1 : 0;
                }
                assertThat(greeted).isPositive().isLessThanOrEqualTo(20);
                TestBroker.send(flooded, QUEUE, "of the bus");
                assertThat(TestBroker.drain(flooded, QUEUE)).containsExactly("of the bus");
            } finally {
                for (Socket each : sockets) {
                    each.close();
                }
            }
        }
    }

    private static boolean greets(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() >= 0;
        } catch (SocketException e) {
            return false;
        }
    }

    @Test
    void onlyTheLoopbackAddressIsListenedOn() throws Exception {
        List<InetAddress> others = new ArrayList<>();
        others.add(InetAddress.getByAddress(new byte[] {127, 0, 0, 2})); // also this machine, on any Linux
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            each.inetAddresses()
                    .filter(address -> !address.getHostAddress().equals("127.0.0.1"))
                    .forEach(others::add);
        }
        for (InetAddress address : others) {
            try (Socket socket = new Socket()) {
                InetSocketAddress port =
                        new InetSocketAddress(address, broker.port().orElseThrow());
                assertThatExceptionOfType(ConnectException.class)
                        .as(address.toString())
                        .isThrownBy(() -> socket.connect(port, 5000));
            }
        }
    }

    private interface Act {
        void run() throws Exception;
    }

    private static void refuses(Act act) {
        assertThatThrownBy(act::run)
                .isInstanceOf(JMSException.class)
                .satisfies(e -> assertThat(e.getMessage() + e.getCause()).containsAnyOf("no right", "is one more"));
    }
}
