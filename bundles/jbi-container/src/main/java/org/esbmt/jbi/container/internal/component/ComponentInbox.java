package org.esbmt.jbi.container.internal.component;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.jbi.messaging.MessagingException;
import org.apache.servicemix.nmr.api.Role;
import org.apache.servicemix.nmr.api.Status;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.core.ChannelClosedException;
import org.esbmt.jbi.container.api.ExchangeListener;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.jbi.container.internal.nmr.ComponentEndpoint;
import org.esbmt.jbi.container.internal.nmr.Inbox;
import org.esbmt.jbi.container.internal.nmr.TenantExchange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivers exchanges to a component: to its listener inline, or to its queue. */
final class ComponentInbox implements Inbox {
    private static final Logger LOG = LoggerFactory.getLogger(ComponentInbox.class);

    private final String component;
    private final InlineDispatch inline;
    private final TenantFairQueue<TenantExchange> queue;
    private final AtomicReference<ExchangeListener> listener = new AtomicReference<>();
    private final LogAllowance failureLines = new LogAllowance();
    private final ComponentEndpoint endpoint = new ComponentEndpoint(this);
    private volatile boolean closed;

    ComponentInbox(String component, InlineDispatch inline, int requestsPerTenant) {
        this.component = requireNonNull(component, "component");
        this.inline = inline;
        this.queue = new TenantFairQueue<>(requestsPerTenant);
    }

    @Override
    public String component() {
        return component;
    }

    /** The endpoint from which the component sends. */
    ComponentEndpoint endpoint() {
        return endpoint;
    }

    /** @throws IllegalStateException if there is one already */
    void listen(ExchangeListener exchangeListener) {
        if (!listener.compareAndSet(null, requireNonNull(exchangeListener, "listener"))) {
            throw new IllegalStateException("component " + component + " has an exchange listener already");
        }
    }

    /** True if the calling thread is inside a listener, where it must not wait. */
    boolean isDelivering() {
        return inline.isDelivering();
    }

    @Override
    public void deliver(TenantExchange exchange) {
        if (closed) {
            throw new ChannelClosedException();
        }
        ExchangeListener l = listener.get();
        if (l != null) {
            inline.run(() -> push(l, exchange));
        } else if (exchange.getRole() == Role.Provider && exchange.getStatus() == Status.Active) {
            queue.addRequest(exchange.label().tenantWide(), exchange);
        } else {
            queue.addAnswer(exchange.label().tenantWide(), exchange);
        }
    }

    /**
     * Passes an exchange to the listener. An exception of the listener is its own failure and does not reach the
     * sender.
     */
    private void push(ExchangeListener l, TenantExchange exchange) {
        try {
            l.onExchange(exchange.messageExchange());
        } catch (TenantBoundaryException | OverloadedException | MessagingException e) {
            LOG.debug("Component {} could not continue exchange {}.", component, exchange, e);
            answerWithError(exchange, e);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            failureLines.error(
                    LOG, () -> "Component " + component + " failed while it processed exchange " + exchange + ".", e);
            answerWithError(exchange, e instanceof Exception x ? x : new MessagingException(e));
        }
    }

    /** Answers on behalf of the component, unless it has sent the exchange before it failed. */
    private void answerWithError(TenantExchange exchange, Exception error) {
        if (!exchange.release(this)) {
            return;
        }
        exchange.setError(error);
        try {
            send(exchange);
        } catch (RuntimeException e) {
            LOG.debug("Exchange {} ends here, since its error could not be sent.", exchange, e);
        }
    }

    /**
     * Sends a released exchange.
     *
     * @throws ChannelClosedException if the component has left the bus
     */
    void send(TenantExchange exchange) {
        InternalEndpoint registration = endpoint.registration();
        if (registration == null) {
            throw new ChannelClosedException("component " + component + " has shut down");
        }
        registration.getChannel().send(exchange);
    }

    /** Waits for the next exchange; empty when closed. */
    Optional<TenantExchange> take() throws InterruptedException {
        Optional<TenantExchange> next;
        do {
            next = queue.take();
        } while (next.isPresent() && isStale(next.get()));
        return next;
    }

    /** The next exchange; empty if none arrived in time, or when closed. */
    Optional<TenantExchange> poll(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        Optional<TenantExchange> next;
        do {
            next = queue.poll(deadline - System.nanoTime());
        } while (next.isPresent() && isStale(next.get()));
        return next;
    }

    /** True for a request whose sender has given up before the component accepted it. */
    private boolean isStale(TenantExchange exchange) {
        return exchange.getRole() == Role.Provider && exchange.isAborted() && exchange.release(this);
    }

    boolean isClosed() {
        return closed;
    }

    /** Closes the inbox; an exchange that was not accepted returns as an error. */
    void close() {
        closed = true;
        List<TenantExchange> left = queue.close();
        for (TenantExchange exchange : left) {
            answerWithError(exchange, new MessagingException("component " + component + " has shut down"));
        }
    }
}
