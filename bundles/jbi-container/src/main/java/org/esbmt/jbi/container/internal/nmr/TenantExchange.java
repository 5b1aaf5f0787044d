package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import java.io.NotSerializableException;
import java.io.ObjectStreamException;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import org.apache.servicemix.jbi.runtime.impl.InOnlyImpl;
import org.apache.servicemix.jbi.runtime.impl.InOptionalOutImpl;
import org.apache.servicemix.jbi.runtime.impl.InOutImpl;
import org.apache.servicemix.jbi.runtime.impl.MessageExchangeImpl;
import org.apache.servicemix.jbi.runtime.impl.RobustInOnlyImpl;
import org.apache.servicemix.nmr.api.AbortedException;
import org.apache.servicemix.nmr.api.Pattern;
import org.apache.servicemix.nmr.api.Role;
import org.apache.servicemix.nmr.api.Status;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.core.ExchangeImpl;
import org.esbmt.jbi.container.api.Owner;

/**
 * An exchange with a constant owner and a checked holder. It never reads or transforms the content of its messages. The
 * stock class does so for trace logs, with a transformer that opens external entities.
 *
 * <p>At any time one component holds the exchange and may work on it, or it is in transit without a holder. Passing it
 * on publishes all changes of the holder.
 */
public final class TenantExchange extends ExchangeImpl {
    private static final long serialVersionUID = 1L;

    private static final AtomicReferenceFieldUpdater<TenantExchange, Inbox> HOLDER =
            AtomicReferenceFieldUpdater.newUpdater(TenantExchange.class, Inbox.class, "holder");

    @SuppressWarnings("UnusedVariable") // read by HOLDER
    private transient volatile Inbox holder;

    private transient Owner label;
    private transient InternalEndpoint linkedTo;
    private transient ActivatedEndpoint in;
    private transient Rendezvous consumerWaits;
    private transient Rendezvous providerWaits;
    private final transient MessageExchangeImpl messageExchange;

    /** @param creator the component that makes the exchange and may send it */
    public TenantExchange(Pattern pattern, Inbox creator) {
        super(pattern);
        this.holder = requireNonNull(creator, "creator");
        this.messageExchange = switch (pattern) {
            case InOnly -> new InOnlyImpl(this);
            case RobustInOnly -> new RobustInOnlyImpl(this);
            case InOut -> new InOutImpl(this);
            case InOptionalOut -> new InOptionalOutImpl(this);
        };
    }

    /**
     * The internal exchange of an exchange that a component sends.
     *
     * @throws MessagingException if this container has not created it
     */
    public static TenantExchange behind(MessageExchange exchange) throws MessagingException {
        if (exchange instanceof MessageExchangeImpl impl && impl.getInternalExchange() instanceof TenantExchange own) {
            return own;
        }
        throw new MessagingException("not an exchange of this container's factories: " + exchange);
    }

    /** The exchange in the API of components: always the same object. */
    public MessageExchangeImpl messageExchange() {
        return messageExchange;
    }

    /** The owner of the exchange; null until its first dispatch, and constant from then on. */
    public Owner label() {
        return label;
    }

    /** Called by the flow registry alone, at the first dispatch. */
    void label(Owner owner) {
        if (label != null) {
            throw new IllegalStateException("an exchange's label cannot change");
        }
        label = requireNonNull(owner, "owner");
    }

    /** The endpoint across the tenant boundary that a link of the administrator leads to; null for most exchanges. */
    InternalEndpoint linkedTo() {
        return linkedTo;
    }

    /** Called by the flow registry alone, when it lets the exchange cross the boundary. */
    void linkTo(InternalEndpoint endpoint) {
        linkedTo = endpoint;
    }

    /**
     * The component releases the exchange, to send it.
     *
     * @return false if it does not hold it: it has sent it already, or the exchange was terminated
     */
    public boolean release(Inbox component) {
        return HOLDER.compareAndSet(this, component, null);
    }

    /** Called after a {@link #release} without a receiver: the component holds the exchange again. */
    public void takeBack(Inbox component) {
        holder = component;
    }

    /** Passes the exchange to a component in a role. A terminated exchange is readable, but has no holder any more. */
    void handTo(Inbox component, Role role) {
        setRole(role);
        boolean active = getStatus() == Status.Active;
        if (!active) {
            leave();
        }
        holder = active ? component : null;
    }

    /** True if an endpoint counts it among its open exchanges. */
    boolean isIn() {
        return in != null;
    }

    /**
     * Counts it at an endpoint until it is terminated.
     *
     * @return false if the endpoint accepts no new ones
     */
    boolean enter(ActivatedEndpoint endpoint) {
        if (!endpoint.exchanges().enter()) {
            return false;
        }
        in = endpoint;
        return true;
    }

    /** Ends the count: it is terminated, or was not accepted. */
    void leave() {
        ActivatedEndpoint endpoint = in;
        if (endpoint != null) {
            in = null;
            endpoint.exchanges().leave();
        }
    }

    /** True if its sender gave up waiting for it. */
    public boolean isAborted() {
        return getError() instanceof AbortedException;
    }

    /** The sender begins to wait for the return of the exchange, in its present role. */
    public Rendezvous expectReturn() {
        Rendezvous rendezvous = new Rendezvous();
        if (getRole() == Role.Consumer) {
            consumerWaits = rendezvous;
        } else {
            providerWaits = rendezvous;
        }
        return rendezvous;
    }

    /** Nothing was sent, so nothing returns. */
    public void expectNoReturn() {
        if (getRole() == Role.Consumer) {
            consumerWaits = null;
        } else {
            providerWaits = null;
        }
    }

    /** Removes the waiting sender of that role; null if none waits. */
    Rendezvous takeRendezvous(Role role) {
        Rendezvous rendezvous;
        if (role == Role.Consumer) {
            rendezvous = consumerWaits;
            consumerWaits = null;
        } else {
            rendezvous = providerWaits;
            providerWaits = null;
        }
        return rendezvous;
    }

    @Override
    public void setSource(InternalEndpoint source) {
        if (label != null && source != getSource()) {
            throw new IllegalStateException("the source of an exchange on its way cannot change");
        }
        super.setSource(source);
    }

    @Override
    public void setDestination(InternalEndpoint destination) {
        if (label != null && getDestination() != null && destination != getDestination()) {
            throw new IllegalStateException("the destination of an exchange on its way cannot change");
        }
        super.setDestination(destination);
        // Both sides see the endpoint itself, for any object or name in the sender's address.
        if (destination != null
                && destination.getEndpoint() instanceof ActivatedEndpoint endpoint
                && messageExchange.getEndpoint() != endpoint) {
            messageExchange.setEndpoint(endpoint);
        }
    }

    /** Avoids the stock class's converters, which are Camel's if Camel is installed. */
    @Override
    public <T> T getProperty(String name, Class<T> type) {
        Object value = getProperty(name);
        return type.isInstance(value) ? type.cast(value) : null;
    }

    @Override
    public <T> T getProperty(Class<T> type) {
        return getProperty(type.getName(), type);
    }

    /** Does nothing: content belongs to the components. */
    @Override
    public void ensureReReadable() {}

    /** Never shows content, because it would have to be read. */
    @Override
    public String display(boolean displayContent) {
        return toString();
    }

    /** For logs: owner and endpoints, no properties, no content. */
    @Override
    public String toString() {
        return getId() + " [" + getPattern() + ", " + getStatus() + ", " + getRole() + ", of " + label + ", to "
                + (getDestination() == null ? getTarget() : getDestination().getEndpoint()) + "]";
    }

    private Object writeReplace() throws ObjectStreamException {
        throw new NotSerializableException("an exchange stays in its container");
    }
}
