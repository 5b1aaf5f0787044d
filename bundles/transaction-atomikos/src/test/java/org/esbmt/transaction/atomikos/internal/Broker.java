package org.esbmt.transaction.atomikos.internal;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.transaction.xa.XAResource;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.ActiveMQXAConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaLink;

/** A real broker in this process, with a store on the disk. */
final class Broker implements XaConnector<Session> {
    static final String QUEUE = "items";
    private static final String END = "the end";
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final BrokerService service = new BrokerService();
    private final ActiveMQXAConnectionFactory factory;
    private final ActiveMQConnectionFactory plain;
    private final List<String> received = new ArrayList<>();
    /**
     * ActiveMQ disposes of its in-process transport with the last connection, and refuses a connection opened at that
     * moment.
     */
    private final Connection kept;

    Broker(Path store) throws Exception {
        String name = "broker" + NUMBER.incrementAndGet();
        service.setBrokerName(name);
        service.setDataDirectoryFile(store.toFile());
        service.setPersistent(true);
        service.setUseJmx(false);
        service.setAdvisorySupport(false);
        service.setUseShutdownHook(false);
        service.setSchedulerSupport(false);
        service.start();
        service.waitUntilStarted();
        String url = "vm://" + name + "?create=false";
        factory = new ActiveMQXAConnectionFactory(url);
        factory.setWatchTopicAdvisories(false);
        plain = new ActiveMQConnectionFactory(url);
        plain.setWatchTopicAdvisories(false);
        kept = plain.createConnection();
    }

    @Override
    public XaLink<Session> open() throws JMSException {
        XAConnection connection = factory.createXAConnection();
        connection.start();
        XASession session = connection.createXASession();
        return new XaLink<>() {
            @Override
            public XAResource resource() {
                return session.getXAResource();
            }

            @Override
            public Session connection() {
                return session;
            }

            @Override
            public void close() {
                try {
                    connection.close();
                } catch (JMSException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    static void send(Session session, String text) throws JMSException {
        session.createProducer(session.createQueue(QUEUE)).send(session.createTextMessage(text));
    }

    /** All texts so far; each is consumed from the queue by the first call that finds it. */
    List<String> messages() throws JMSException {
        try (Connection connection = plain.createConnection()) {
            connection.start();
            Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
            send(session, END);
            session.commit();
            MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE));
            for (String text = next(consumer); !text.equals(END); text = next(consumer)) {
                received.add(text);
            }
            session.commit();
        }
        return List.copyOf(received);
    }

    private static String next(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(LIMIT.toMillis());
        if (message == null) {
            throw new AssertionError("the message that ends the queue did not come");
        }
        return ((TextMessage) message).getText();
    }

    void stop() throws Exception {
        kept.close();
        service.stop();
        service.waitUntilStopped();
    }
}
