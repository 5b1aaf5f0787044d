package org.esbmt.embedded.broker.internal;

import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.esbmt.messaging.api.MessageBroker;

/** Real brokers, and the operations of clients on them. */
final class TestBroker {
    /** The limit for waits that normally end sooner; longer than the longest delay between two attempts. */
    static final Duration LIMIT = Duration.ofMinutes(3);

    static final long RECEIVE = LIMIT.toMillis();

    private static final long MEGABYTE = 1024L * 1024;

    private TestBroker() {}

    static BrokerLimits limits() {
        return limits(Duration.ofHours(1), Duration.ofHours(1));
    }

    static BrokerLimits limits(Duration messages, Duration subscriptions) {
        return new BrokerLimits(
                20,
                (int) MEGABYTE,
                8 * MEGABYTE,
                32 * MEGABYTE,
                16 * MEGABYTE,
                messages,
                subscriptions,
                Duration.ofSeconds(20));
    }

    /** A running broker with a port of its own. */
    static EmbeddedBroker started(Path directory, Login... others) {
        return started(directory, OptionalInt.of(0), limits(), others);
    }

    static EmbeddedBroker started(Path directory, OptionalInt port, BrokerLimits limits, Login... others) {
        EmbeddedBroker broker = new EmbeddedBroker(directory, port, limits, List.of(others));
        broker.start();
        awaitUp(broker);
        return broker;
    }

    static void awaitUp(MessageBroker broker) {
        await().atMost(LIMIT).until(() -> broker.state().isUp());
    }

    static String url(EmbeddedBroker broker) {
        return "tcp://127.0.0.1:" + broker.port().orElseThrow();
    }

    /** ActiveMQ's own client, without the bus. */
    static ActiveMQConnectionFactory stranger(EmbeddedBroker broker) {
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url(broker));
        factory.setWatchTopicAdvisories(false);
        return factory;
    }

    static void send(MessageBroker broker, String queue, String text) throws JMSException {
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession()) {
            session.createProducer(session.createQueue(queue)).send(session.createTextMessage(text));
        }
    }

    /** Consumes all texts of a queue, up to an end marker that it sends itself. */
    static List<String> drain(MessageBroker broker, String queue) throws JMSException {
        String end = "the end";
        send(broker, queue, end);
        List<String> texts = new ArrayList<>();
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            while (true) {
                Message message = consumer.receive(RECEIVE);
                if (message == null) {
                    throw new AssertionError("the message that ends the queue did not come");
                }
                String text = ((TextMessage) message).getText();
                if (text.equals(end)) {
                    return texts;
                }
                texts.add(text);
            }
        }
    }

    static BytesMessage bytes(Session session, int length) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(new byte[length]);
        return message;
    }
}
