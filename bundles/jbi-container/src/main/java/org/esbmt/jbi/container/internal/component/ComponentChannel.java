package org.esbmt.jbi.container.internal.component;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessageExchangeFactory;
import javax.jbi.messaging.MessagingException;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.apache.servicemix.jbi.runtime.impl.DeliveryChannelImpl;
import org.apache.servicemix.nmr.api.AbortedException;
import org.apache.servicemix.nmr.api.ServiceMixException;
import org.apache.servicemix.nmr.core.NmrRuntimeException;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.NoSuchEndpointException;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.jbi.container.api.TenantDeliveryChannel;
import org.esbmt.jbi.container.internal.nmr.NoEndpointException;
import org.esbmt.jbi.container.internal.nmr.Rendezvous;
import org.esbmt.jbi.container.internal.nmr.TenantExchange;

/**
 * A component's delivery channel. It replaces the whole class of ServiceMix, because the queue, the targets and the
 * guard against terminated exchanges are private there.
 */
final class ComponentChannel implements TenantDeliveryChannel {
    private final ComponentInbox inbox;
    private final ExchangeRouting routing;
    private final Set<Rendezvous> waiting = ConcurrentHashMap.newKeySet();

    ComponentChannel(ComponentInbox inbox, ExchangeRouting routing) {
        this.inbox = inbox;
        this.routing = routing;
    }

    @Override
    public void setExchangeListener(ExchangeListener listener) {
        inbox.listen(listener);
    }

    @Override
    public MessageExchangeFactory createExchangeFactory() {
        return new ExchangeFactory(inbox, null, null, null);
    }

    @Override
    public MessageExchangeFactory createExchangeFactory(QName interfaceName) {
        return new ExchangeFactory(inbox, interfaceName, null, null);
    }

    @Override
    public MessageExchangeFactory createExchangeFactoryForService(QName service) {
        return new ExchangeFactory(inbox, null, service, null);
    }

    @Override
    public MessageExchangeFactory createExchangeFactory(ServiceEndpoint to) {
        return new ExchangeFactory(inbox, null, null, to);
    }

    @Override
    public MessageExchange accept() throws MessagingException {
        try {
            return inbox.take().orElseThrow(this::closed).messageExchange();
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    @Override
    public MessageExchange accept(long timeoutMillis) throws MessagingException {
        try {
            Optional<TenantExchange> next = inbox.poll(TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            if (next.isEmpty() && inbox.isClosed()) {
                throw closed();
            }
            return next.isPresent() ? next.get().messageExchange() : null;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /**
     * Returns when the exchange is delivered, and, for a component with a listener, processed. After the first three
     * exceptions below the exchange still belongs to the caller.
     *
     * @throws TenantBoundaryException if the exchange must not reach its destination
     * @throws OverloadedException if there is no room for it now
     * @throws NoSuchEndpointException if its destination does not exist
     * @throws MessagingException if it cannot be sent, or does not belong to the caller
     */
    @Override
    public void send(MessageExchange messageExchange) throws MessagingException {
        send(take(messageExchange));
    }

    @Override
    public boolean sendSync(MessageExchange messageExchange) throws MessagingException {
        return sendSync(messageExchange, 0);
    }

    /**
     * Like {@link #send}, and waits for the return of the exchange. A terminated exchange does not return.
     *
     * @param timeoutMillis 0 for no limit
     * @return false if it did not return in time, or the channel was closed or the thread interrupted meanwhile. The
     * exchange is then in error and never returns
     */
    @Override
    public boolean sendSync(MessageExchange messageExchange, long timeoutMillis) throws MessagingException {
        if (inbox.isDelivering()) {
            throw new MessagingException(
                    "an exchange listener must not wait, as sendSync of component " + inbox.component() + " would do");
        }
        TenantExchange exchange = take(messageExchange);
        if (messageExchange.getStatus() != ExchangeStatus.ACTIVE) {
            send(exchange);
            return true;
        }
        exchange.setProperty(DeliveryChannelImpl.SEND_SYNC, true);
        Rendezvous rendezvous = exchange.expectReturn();
        waiting.add(rendezvous);
        try {
            try {
                send(exchange);
            } catch (RuntimeException | MessagingException e) {
                exchange.expectNoReturn();
                throw e;
            }
            return await(exchange, rendezvous, timeoutMillis);
        } finally {
            waiting.remove(rendezvous);
        }
    }

    private boolean await(TenantExchange exchange, Rendezvous rendezvous, long timeoutMillis) {
        boolean arrived;
        try {
            if (inbox.isClosed()) { // close() may have run before the thread was registered for its wake-up
                rendezvous.abandon();
            }
            arrived = rendezvous.await(timeoutMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            arrived = !rendezvous.abandon();
        }
        if (!arrived) {
            exchange.setError(new AbortedException("exchange " + exchange.getId() + " did not come back to component "
                    + inbox.component() + (timeoutMillis > 0 ? " within " + timeoutMillis + " ms" : "")));
        }
        return arrived;
    }

    /** Takes the exchange from the component. */
    private TenantExchange take(MessageExchange messageExchange) throws MessagingException {
        TenantExchange exchange = TenantExchange.behind(messageExchange);
        if (inbox.isClosed()) {
            throw closed();
        }
        if (!exchange.release(inbox)) {
            throw new MessagingException("exchange " + exchange.getId() + " is not component " + inbox.component()
                    + "'s to send: it was sent already, or has come to its end");
        }
        return exchange;
    }

    private void send(TenantExchange exchange) throws MessagingException {
        boolean sent = false;
        try {
            if (exchange.label() == null) {
                routing.route(exchange, inbox);
            }
            inbox.send(exchange);
            sent = true;
        } catch (NoEndpointException e) {
            throw new NoSuchEndpointException(ExchangeRouting.caller(exchange), e.getMessage());
        } catch (ServiceMixException | NmrRuntimeException e) {
            throw new MessagingException("exchange " + exchange.getId() + " could not be sent: " + reason(e), e);
        } finally {
            if (!sent) {
                exchange.takeBack(inbox);
            }
        }
    }

    private static String reason(RuntimeException e) {
        return e.getMessage() != null ? e.getMessage() : "the other component has shut down";
    }

    private MessagingException closed() {
        return new MessagingException("the delivery channel of component " + inbox.component() + " is closed");
    }

    private MessagingException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new MessagingException("component " + inbox.component() + " was interrupted in accept", e);
    }

    /** Wakes all waiting threads; an exchange that was not accepted returns as an error. */
    @Override
    public void close() {
        inbox.close();
        waiting.forEach(Rendezvous::abandon);
    }
}
