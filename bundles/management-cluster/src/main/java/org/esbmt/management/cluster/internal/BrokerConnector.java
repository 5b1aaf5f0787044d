package org.esbmt.management.cluster.internal;

import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import javax.transaction.xa.XAResource;
import org.esbmt.messaging.api.MessageBroker;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sessions that take part in transactions, each on a connection of its own. */
final class BrokerConnector implements XaConnector<Session> {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerConnector.class);

    private final MessageBroker broker;

    BrokerConnector(MessageBroker broker) {
        this.broker = broker;
    }

    @Override
    public XaLink<Session> open() throws JMSException {
        XAConnection connection = broker.xaConnectionFactory().createXAConnection();
        try {
            XASession session = connection.createXASession();
            return new Link(connection, session, session.getXAResource());
        } catch (JMSException | RuntimeException e) {
            close(connection);
            throw e;
        }
    }

    private static void close(XAConnection connection) {
        try {
            connection.close();
        } catch (JMSException e) {
            LOG.debug("A connection to the broker was broken when it was closed.", e);
        }
    }

    private record Link(XAConnection open, Session connection, XAResource resource) implements XaLink<Session> {
        @Override
        public void close() {
            BrokerConnector.close(open);
        }
    }
}
