package org.esbmt.embedded.broker.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import javax.transaction.xa.XAResource;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.RedeliveryPolicy;
import org.apache.activemq.broker.BrokerRegistry;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.RegionBroker;
import org.apache.activemq.broker.region.TopicRegion;
import org.apache.activemq.transport.vm.VMTransportFactory;
import org.apache.activemq.transport.vm.VMTransportServer;
import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The services of the embedded broker for the bus. */
class EmbeddedBrokerTest {
    private static final String QUEUE = "esbmt.management.reply.test";
    private static final String TOPIC = "esbmt.management.test";
    private static final int LARGE = 512 * 1024;
    /** The largest number of large messages in a store of {@link TestBroker#limits()}. */
    private static final int LARGE_THAT_FIT = 64;

    @TempDir
    private Path folder;

    @Test
    void messagesSurviveARestartAndNoPortIsOpen() throws Exception {
        Path directory = folder.resolve("data/broker");
        try (EmbeddedBroker broker = TestBroker.started(directory, OptionalInt.empty(), TestBroker.limits())) {
            assertThat(broker.port()).isEmpty();
            TestBroker.send(broker, QUEUE, "one");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("password"))))
                .isEqualTo("rw-------");
        String password = Files.readString(directory.resolve("password"));

        try (EmbeddedBroker broker = TestBroker.started(directory, OptionalInt.empty(), TestBroker.limits())) {
            assertThat(TestBroker.drain(broker, QUEUE)).containsExactly("one");
        }
        assertThat(Files.readString(directory.resolve("password"))).isEqualTo(password);
    }

    @Test
    void aDurableSubscriberReceivesMissedMessagesAfterARestart() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder)) {
            subscribe(broker, "node-1");
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                session.createProducer(session.createTopic(TOPIC)).send(session.createTextMessage("revision 7"));
            }
        }
        try (EmbeddedBroker broker = TestBroker.started(folder);
                Connection connection = broker.connectionFactory().createConnection()) {
            connection.setClientID("node-1");
            Session session = connection.createSession();
            MessageConsumer subscriber = session.createDurableSubscriber(session.createTopic(TOPIC), "management");
            connection.start();
            assertThat(((TextMessage) subscriber.receive(TestBroker.RECEIVE)).getText())
                    .isEqualTo("revision 7");
        }
    }

    /**
     * ActiveMQ disposes of the in-process transport with its last connection, and refuses a connection opened at that
     * moment.
     */
    @Test
    void theTransportOutlivesEachConnectionOfTheBus() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder)) {
            List<VMTransportServer> before = transports();
            for (int i = 0; i < 2; i++) {
                broker.connectionFactory().createConnection().close();
                broker.xaConnectionFactory().createXAConnection().close();
            }
            assertThat(before).hasSize(1);
            assertThat(transports()).isEqualTo(before);
        }
        assertThat(transports()).as("until the broker stops").isEmpty();
    }

    private static List<VMTransportServer> transports() {
        return VMTransportFactory.SERVERS.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith("esbmt-"))
                .map(Map.Entry::getValue)
                .toList();
    }

    @Test
    void contextsWorkAsConnectionsDo() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder);
                JMSContext context = broker.connectionFactory().createContext()) {
            Queue queue = context.createQueue(QUEUE);
            context.createProducer().send(queue, "by a context");
            assertThat(TestBroker.drain(broker, QUEUE)).containsExactly("by a context");
        }
    }

    @Test
    void aSendInADistributedTransactionIsVisibleAfterTheCommit() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder);
                XAConnection connection = broker.xaConnectionFactory().createXAConnection();
                XASession session = connection.createXASession()) {
            XAResource resource = session.getXAResource();
            Branch committed = new Branch(1);
            Branch rolledBack = new Branch(2);
            for (Branch branch : List.of(committed, rolledBack)) {
                resource.start(branch, XAResource.TMNOFLAGS);
                session.createProducer(session.createQueue(QUEUE))
                        .send(session.createTextMessage("branch " + branch.number()));
                resource.end(branch, XAResource.TMSUCCESS);
                assertThat(resource.prepare(branch)).isEqualTo(XAResource.XA_OK);
            }
            assertThat(TestBroker.drain(broker, QUEUE)).isEmpty();
            resource.commit(committed, false);
            resource.rollback(rolledBack);
            assertThat(TestBroker.drain(broker, QUEUE)).containsExactly("branch 1");
        }
    }

    @Test
    void rejectedMessagesGoToTheDeadLettersOfTheirQueue() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder)) {
            TestBroker.send(broker, QUEUE, "poison");
            rejectUntilGone(broker, QUEUE);

            String letters = "esbmt.dead.queue." + QUEUE;
            assertThat(TestBroker.drain(broker, letters)).containsExactly("poison");

            TestBroker.send(broker, letters, "poison of the dead letters");
            rejectUntilGone(broker, letters);
            assertThat(TestBroker.drain(broker, "esbmt.dead.queue." + letters))
                    .as("no dead letters of dead letters")
                    .isEmpty();
        }
    }

    @Test
    void aSecondBusOnTheSameDirectoryWaitsUntilTheFirstIsGone() throws Exception {
        EmbeddedBroker second = new EmbeddedBroker(folder, OptionalInt.empty(), TestBroker.limits(), List.of());
        try (CapturedLog log = new CapturedLog();
                second) {
            try (EmbeddedBroker first = TestBroker.started(folder)) {
                second.start();
                await().atMost(TestBroker.LIMIT)
                        .untilAsserted(() -> assertThat(second.state().problem())
                                .contains("Another bus uses the broker in " + folder
                                        + ": stop it, or give this one a directory of its own."));
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> second.connectionFactory().createConnection())
                        .withMessageContaining("Another bus uses");
                assertThat(first.state().isUp()).isTrue();
            }
            TestBroker.awaitUp(second);
            assertThat(log.linesWith("Another bus uses")).as("logged once").hasSize(1);
        }
    }

    @Test
    void aBrokerThatStoppedOfItselfIsStartedAgain() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder);
                Connection connection = broker.connectionFactory().createConnection()) {
            TestBroker.send(broker, QUEUE, "before");
            BrokerService service =
                    BrokerRegistry.getInstance().lookup(((ActiveMQConnection) connection).getBrokerName());
            // Like the store after a disk failure.
            service.stop();
            await().atMost(TestBroker.LIMIT).until(() -> broker.state().isUp() && answers(broker));
            assertThat(TestBroker.drain(broker, QUEUE)).containsExactly("before");
        }
    }

    private static boolean answers(EmbeddedBroker broker) {
        try (Connection connection = broker.connectionFactory().createConnection()) {
            connection.start();
            return true;
        } catch (JMSException e) {
            return false;
        }
    }

    @Test
    void aSubscriberThatNeverComesBackFillsTheStoreToItsLimit() throws Exception {
        try (EmbeddedBroker broker = TestBroker.started(folder, OptionalInt.empty(), TestBroker.limits())) {
            subscribe(broker, "gone");
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                assertThatExceptionOfType(ResourceAllocationException.class).isThrownBy(() -> {
                    for (int i = 0; i < 2 * LARGE_THAT_FIT; i++) {
                        sendLarge(session);
                    }
                });
            }
        }
    }

    @Test
    void messagesThatExpireMakeRoomInTheStore() throws Exception {
        BrokerLimits limits = TestBroker.limits(Duration.ofSeconds(1), Duration.ofHours(1));
        try (EmbeddedBroker broker = TestBroker.started(folder, OptionalInt.empty(), limits)) {
            subscribe(broker, "gone");
            try (Connection connection = broker.connectionFactory().createConnection();
                    Session session = connection.createSession()) {
                for (int i = 0; i < 2 * LARGE_THAT_FIT; i++) {
                    await().atMost(TestBroker.LIMIT)
                            .ignoreException(ResourceAllocationException.class)
                            .until(() -> {
                                sendLarge(session);
                                return true;
                            });
                }
            }
        }
    }

    private static void sendLarge(Session session) throws JMSException {
        session.createProducer(session.createTopic(TOPIC)).send(TestBroker.bytes(session, LARGE));
    }

    @Test
    void anUnusedSubscriptionEnds() throws Exception {
        BrokerLimits limits = TestBroker.limits(Duration.ofHours(1), Duration.ofSeconds(2));
        try (EmbeddedBroker broker = TestBroker.started(folder, OptionalInt.empty(), limits);
                Connection watching = broker.connectionFactory().createConnection()) {
            BrokerService service =
                    BrokerRegistry.getInstance().lookup(((ActiveMQConnection) watching).getBrokerName());
            TopicRegion topics = (TopicRegion) ((RegionBroker) service.getRegionBroker()).getTopicRegion();
            Connection used = broker.connectionFactory().createConnection();
            used.setClientID("used");
            used.createSession().createDurableSubscriber(used.createSession().createTopic(TOPIC), "management");
            subscribe(broker, "gone");

            await().atMost(TestBroker.LIMIT)
                    .until(() -> topics.getDurableSubscriptions().size() == 1);
            assertThat(topics.getDurableSubscriptions().keySet())
                    .allSatisfy(key -> assertThat(key.getClientId()).isEqualTo("used"));
            used.close();
        }
    }

    private static void subscribe(EmbeddedBroker broker, String client) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection()) {
            connection.setClientID(client);
            Session session = connection.createSession();
            session.createDurableSubscriber(session.createTopic(TOPIC), "management");
        }
    }

    private static void rejectUntilGone(EmbeddedBroker broker, String queue) throws JMSException {
        try (ActiveMQConnection connection =
                        (ActiveMQConnection) broker.connectionFactory().createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            RedeliveryPolicy soon = connection.getRedeliveryPolicy();
            soon.setInitialRedeliveryDelay(1);
            soon.setRedeliveryDelay(1);
            soon.setUseExponentialBackOff(false);
            int deliveries = soon.getMaximumRedeliveries() + 1;
            MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
            connection.start();
            for (int i = 0; i < deliveries; i++) {
                assertThat(consumer.receive(TestBroker.RECEIVE)).isNotNull();
                session.rollback();
            }
            // After the last delivery the message becomes a dead letter.
            assertThat(consumer.receive(100)).isNull();
        }
    }
}
