package org.esbmt.jbi.container.internal.nmr;

import org.apache.servicemix.nmr.api.AbortedException;
import org.apache.servicemix.nmr.api.Exchange;
import org.apache.servicemix.nmr.api.Pattern;
import org.apache.servicemix.nmr.api.Role;
import org.apache.servicemix.nmr.api.Status;
import org.apache.servicemix.nmr.api.event.ExchangeListener;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalExchange;
import org.apache.servicemix.nmr.core.ChannelClosedException;
import org.apache.servicemix.nmr.core.ChannelImpl;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An endpoint's channel: delivers on the sender's thread, to the thread that waits for the exchange or to the
 * component's inbox. Unlike the stock channel it renames no thread and never reads messages for its logs. An exchange
 * that could not be sent returns to its sender unchanged.
 */
final class TenantChannel extends ChannelImpl {
    private static final Logger LOG = LoggerFactory.getLogger(TenantChannel.class);

    private final BusEndpoint owner;
    private volatile boolean closed;

    TenantChannel(InternalEndpoint registration, BusEndpoint endpoint, TenantNmr nmr) {
        super(registration, InlineExecutorFactory.INLINE, nmr);
        this.owner = endpoint;
    }

    /** Creates an exchange of this component. Components use the factories of their delivery channel instead. */
    @Override
    public Exchange createExchange(Pattern pattern) {
        return new TenantExchange(pattern, owner.inbox());
    }

    /** Refused: the delivery channel waits, since it can be closed meanwhile. */
    @Override
    public boolean sendSync(Exchange exchange, long timeout) {
        throw new UnsupportedOperationException("a component waits in its delivery channel");
    }

    /** Only sets the state: the registry removes the endpoint itself. */
    @Override
    public void close() {
        closed = true;
    }

    @Override
    protected void dispatch(InternalExchange exchange) {
        if (closed) {
            throw new ChannelClosedException();
        }
        if (exchange.getSource() == null) {
            exchange.setSource(getEndpoint());
        }
        for (ExchangeListener listener : getNMR().getListenerRegistry().getListeners(ExchangeListener.class)) {
            listener.exchangeSent(exchange);
        }
        try {
            getNMR().getFlowRegistry().dispatch(exchange);
        } catch (RuntimeException e) {
            for (ExchangeListener listener : getNMR().getListenerRegistry().getListeners(ExchangeListener.class)) {
                listener.exchangeFailed(exchange);
            }
            throw e;
        }
    }

    /**
     * Called by the flow, on the sender's thread. An endpoint that is closed meanwhile still delivers open exchanges to
     * its component; a closed component accepts none.
     */
    @Override
    public void deliver(InternalExchange x) {
        TenantExchange exchange = (TenantExchange) x;
        Role sender = exchange.getRole();
        Role receiver = sender == Role.Consumer ? Role.Provider : Role.Consumer;
        InternalEndpoint peer = sender == Role.Consumer ? exchange.getDestination() : exchange.getSource();
        if (exchange.label() == null || peer != getEndpoint()) {
            // Components can obtain channels. An exchange is therefore accepted only after the flow registry.
            throw new TenantBoundaryException("an exchange is delivered by the router only");
        }
        Rendezvous rendezvous = exchange.takeRendezvous(receiver);
        if (rendezvous == null) {
            hand(exchange, receiver);
        } else if (rendezvous.arrive()) {
            exchange.handTo(owner.inbox(), receiver);
            delivered(exchange);
            rendezvous.complete();
        } else {
            late(exchange, sender);
        }
    }

    private void hand(TenantExchange exchange, Role receiver) {
        Role sender = exchange.getRole();
        exchange.handTo(owner.inbox(), receiver);
        try {
            delivered(exchange);
            owner.process(exchange);
        } catch (RuntimeException e) {
            exchange.setRole(sender);
            throw e;
        }
    }

    /**
     * The sender of the request has given up. The answering component receives that as the acknowledgement it waits
     * for.
     */
    private void late(TenantExchange exchange, Role sender) {
        LOG.debug("Exchange {} came back to {} after its sender had given up.", exchange.getId(), owner);
        exchange.leave();
        if (exchange.getStatus() == Status.Active || exchange.isAborted()) {
            BusEndpoint peer = (BusEndpoint)
                    (sender == Role.Provider ? exchange.getDestination() : exchange.getSource()).getEndpoint();
            exchange.setError(new AbortedException("the sender of exchange " + exchange.getId() + " has given up"));
            exchange.handTo(peer.inbox(), sender);
            peer.process(exchange);
        }
    }

    private void delivered(TenantExchange exchange) {
        for (ExchangeListener listener : getNMR().getListenerRegistry().getListeners(ExchangeListener.class)) {
            listener.exchangeDelivered(exchange);
        }
    }
}
