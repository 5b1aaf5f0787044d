package org.esbmt.management.service.internal;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.Optional;
import org.esbmt.management.api.cluster.ClusterNode;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.ManagementMessage;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.management.api.message.Seal;
import org.esbmt.management.api.message.SealKeys;
import org.esbmt.management.api.message.UnprocessableMessage;
import org.esbmt.messaging.api.MessageBroker;

/**
 * One connection of this node to the broker, with its durable subscription. A {@link #commit} acknowledges the received
 * messages and delivers the sent ones. After any exception the link can only be closed. For one thread.
 */
final class BrokerLink implements AutoCloseable {
    private static final String SUBSCRIPTION = "management";

    private final Connection connection;
    private final Session session;
    private final SealKeys keys;
    private final MessageConsumer requests;
    private final MessageProducer producer;
    private final Destination replies;
    private final Destination unprocessable;

    private BrokerLink(Connection connection, ClusterNode node) throws JMSException {
        this.connection = connection;
        this.keys = node.keys();
        connection.setClientID("node-" + node.instance());
        this.session = connection.createSession(Session.SESSION_TRANSACTED);
        this.requests = session.createDurableSubscriber(
                session.createTopic(Destinations.requests(node.cluster())), SUBSCRIPTION);
        this.replies = session.createQueue(Destinations.replies(node.cluster()));
        this.unprocessable = session.createQueue(Destinations.UNPROCESSABLE);
        this.producer = session.createProducer(null);
        producer.setDeliveryMode(DeliveryMode.PERSISTENT);
        connection.start();
    }

    static BrokerLink open(MessageBroker broker, ClusterNode node) throws JMSException {
        Connection connection = broker.connectionFactory().createConnection();
        try {
            return new BrokerLink(connection, node);
        } catch (JMSException | RuntimeException e) {
            close(connection, e);
            throw e;
        }
    }

    private static void close(Connection connection, Exception because) {
        try {
            connection.close();
        } catch (JMSException e) {
            because.addSuppressed(e);
        }
    }

    /** The next message, of whatever kind; empty if none comes in time. */
    Optional<Message> receive(Duration limit) throws JMSException {
        return Optional.ofNullable(requests.receive(limit.toMillis()));
    }

    void reply(ManagementResponse response) throws JMSException {
        send(replies, response);
    }

    void setAside(UnprocessableMessage message) throws JMSException {
        send(unprocessable, message);
    }

    private void send(Destination to, ManagementMessage message) throws JMSException {
        String text = MessageText.write(message);
        Seal seal = keys.seal(text);
        TextMessage sent = session.createTextMessage(text);
        sent.setStringProperty(Destinations.SEAL_KEY, seal.key());
        sent.setStringProperty(Destinations.SEAL_CODE, seal.code());
        producer.send(to, sent);
    }

    void commit() throws JMSException {
        session.commit();
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
