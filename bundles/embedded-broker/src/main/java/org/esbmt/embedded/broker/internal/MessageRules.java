package org.esbmt.embedded.broker.internal;

import jakarta.jms.JMSException;
import org.apache.activemq.broker.Broker;
import org.apache.activemq.broker.BrokerFilter;
import org.apache.activemq.broker.ProducerBrokerExchange;
import org.apache.activemq.command.ActiveMQBytesMessage;
import org.apache.activemq.command.ActiveMQTextMessage;
import org.apache.activemq.command.Message;
import org.apache.activemq.security.SecurityContext;

/** Accepts text and bytes messages of a bounded length, and limits the expiration of each message. */
final class MessageRules extends BrokerFilter {
    /** The size of the length field before the bytes of a text. */
    private static final int TEXT_LENGTH_BYTES = 4;

    private final BrokerLimits limits;

    MessageRules(Broker next, BrokerLimits limits) {
        super(next);
        this.limits = limits;
    }

    @Override
    public void send(ProducerBrokerExchange exchange, Message message) throws Exception {
        SecurityContext security = exchange.getConnectionContext().getSecurityContext();
        // A message on its way to the dead letters was checked before.
        if (security == null || !security.isBrokerContext()) {
            if (!(message instanceof ActiveMQTextMessage) && !(message instanceof ActiveMQBytesMessage)) {
                throw new JMSException("Only text and bytes are taken, and this is "
                        + message.getClass().getSimpleName() + ".");
            }
            if (length(message) > limits.messageBytes()) {
                throw new JMSException("A message has " + limits.messageBytes() + " bytes at most, and this one has "
                        + length(message) + ".");
            }
            long end = System.currentTimeMillis() + limits.messageRetention().toMillis();
            if (message.getExpiration() <= 0 || message.getExpiration() > end) {
                message.setExpiration(end);
            }
        }
        super.send(exchange, message);
    }

    private static int length(Message message) {
        // A text from this process is encoded here; the store would do so next.
        message.storeContent();
        int properties = message.getMarshalledProperties() == null
                ? 0
                : message.getMarshalledProperties().getLength();
        int content = message.getContent() == null ? 0 : message.getContent().getLength();
        return properties + content - (message instanceof ActiveMQTextMessage && content > 0 ? TEXT_LENGTH_BYTES : 0);
    }
}
