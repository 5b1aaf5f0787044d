package org.esbmt.messaging.api;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.XAConnectionFactory;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The message broker of this bus, embedded or external; who uses it need not know which.
 *
 * <p>The service is there as long as a broker is configured, whether or not it can be reached: {@link #state} tells. A new
 * configuration is a new service.
 *
 * <p>Its destinations have names that begin with {@value #PREFIX}; there are no others, no temporary ones, and no advisory
 * messages. Messages are {@link jakarta.jms.TextMessage} or {@link jakarta.jms.BytesMessage}, everything else is refused:
 * {@link jakarta.jms.ObjectMessage} above all. A message lives for a limited time, a durable subscription that nobody uses
 * likewise, and sending fails with {@link jakarta.jms.ResourceAllocationException} when the broker is full.
 *
 * <p>Threads: any.
 */
@ConsumerType
public interface MessageBroker {

    /** What the names of all destinations begin with. */
    String PREFIX = "esbmt.";

    /**
     * Connections that are logged in as the bus. Always the same object.
     *
     * <p>{@code createConnection} fails with a {@link jakarta.jms.JMSException} within seconds when the broker cannot be
     * reached. Whether it accepts the login comes out at the first use, mostly as {@link jakarta.jms.JMSSecurityException},
     * but as another JMSException where the end of the connection overtakes the reason; {@link #state} has that then. A
     * connection that breaks says so to its exception listener and stays broken: make another one.
     */
    ConnectionFactory connectionFactory();

    /**
     * The same for sessions that take part in a distributed transaction. What was prepared is there after the broker, or
     * this process, was killed; {@link javax.transaction.xa.XAResource#recover} has it.
     */
    XAConnectionFactory xaConnectionFactory();

    /** As far as is known: what has just broken is noticed when the operating system, or a missing sign of life, says so. */
    BrokerState state();

    /** Where it is, for the sentences of a log; without credentials. */
    String address();
}
