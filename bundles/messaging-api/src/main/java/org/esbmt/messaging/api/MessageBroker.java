package org.esbmt.messaging.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The message broker of this bus, embedded or external. Its clients do not depend on the kind.
 *
 * <p>The service is registered while a broker is configured, even if the broker cannot be reached: {@link #state}
 * reports that. A new configuration is a new service.
 *
 * <p>Its destinations have names with the prefix {@value #PREFIX}. There are no other destinations, no temporary ones,
 * and no advisory messages. Messages are {@link jakarta.jms.TextMessage} or {@link jakarta.jms.BytesMessage}; all other
 * types are refused, above all {@link jakarta.jms.ObjectMessage}. A message lives for a limited time, and so does an
 * unused durable subscription. Sending fails with {@link jakarta.jms.ResourceAllocationException} when the broker is
 * full.
 *
 * <p>Threads: any.
 */
@ConsumerType
public interface MessageBroker {

    /** The prefix of the names of all destinations. */
    String PREFIX = "esbmt.";

    /**
     * Connections with the login of the bus. Always the same object.
     *
     * <p>{@code createConnection} fails with a {@link jakarta.jms.JMSException} within seconds when the broker cannot
     * be reached. A refused login fails at the first use, mostly with {@link jakarta.jms.JMSSecurityException}. It is
     * another JMSException if the end of the connection overtakes the reason, and then {@link #state} has the reason. A
     * broken connection notifies its exception listener and stays broken: the client opens another one.
     */
    ConnectionFactory connectionFactory();

    /**
     * The factory for sessions that take part in a distributed transaction. Prepared branches survive the kill of the
     * broker or of this process; {@link javax.transaction.xa.XAResource#recover} returns them.
     */
    XAConnectionFactory xaConnectionFactory();

    /** The last known state. A broken connection is detected only by the operating system or a missing keepalive. */
    BrokerState state();

    /** The address of the broker, for log messages; without credentials. */
    String address();
}
