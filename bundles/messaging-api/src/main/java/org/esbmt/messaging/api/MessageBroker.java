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

    /** The prefix of the names of all destinations. */
    String PREFIX = "esbmt.";

    /**
     * Connections that are logged in as the bus. Always the same object.
     *
     * <p>{@code createConnection} fails with a {@link jakarta.jms.JMSException} within seconds when the broker cannot
     * be reached. A refused login fails at the first use, mostly with {@link jakarta.jms.JMSSecurityException}. It is
     * another JMSException if the end of the connection overtakes the reason, and then {@link #state} has the reason. A
     * broken connection notifies its exception listener and stays broken: make another one.
     */
    ConnectionFactory connectionFactory();

    /**
     * The same for sessions that take part in a distributed transaction. Prepared branches survive the kill of the
     * broker or of this process; {@link javax.transaction.xa.XAResource#recover} returns them.
     */
    XAConnectionFactory xaConnectionFactory();

    /**
     * The state as far as it is known. A break is noticed only through the operating system or a missing sign of life.
     */
    BrokerState state();

    /** The address of the broker, for log messages; without credentials. */
    String address();
}
