package org.esbmt.jbi.container.api;

import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Implemented by a component that receives exchanges on the sender's thread, instead of by
 * {@code DeliveryChannel.accept()}. This is inline dispatch, without a queue or a change of thread.
 */
@ConsumerType
@FunctionalInterface
public interface ExchangeListener {

    /**
     * Receives a request, a reply or an acknowledgement. The thread is the sender's, often an event loop. It must not
     * block, wait, call {@code sendSync}, or do work that grows with the message. It may send this exchange or another.
     *
     * @throws MessagingException the container answers the other side with an error
     */
    void onExchange(MessageExchange exchange) throws MessagingException;
}
