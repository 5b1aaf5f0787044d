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
 * An exchange that knows whose it is and whose turn it is, and lets neither be changed. It never reads or transforms
 * the content of its messages: the stock class does for trace logs, with a transformer that opens external entities.
 *
 * <p>At any time one component holds the exchange and may work on it, or nobody does while it is on its way. Handing it
 * over publishes everything the holder did.
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
     * The exchange behind what a component wants to send.
     *
     * @throws MessagingException if this container has not made it
     */
    public static TenantExchange behind(MessageExchange exchange) throws MessagingException {
        if (exchange instanceof MessageExchangeImpl impl && impl.getInternalExchange() instanceof TenantExchange own) {
            return own;
        }
        throw new MessagingException("not an exchange of this container's factories: " + exchange);
    }

    /** The exchange that components see: always the same object. */
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
     * The component lets go of the exchange, to send it.
     *
     * @return false if it does not hold it: it has sent it already, or it was handed a terminated one
     */
    public boolean release(Inbox component) {
        return HOLDER.compareAndSet(this, component, null);
    }

    /** After a {@link #release} without a taker: the component holds the exchange again. */
    public void takeBack(Inbox component) {
        holder = component;
    }

    /** Hands the exchange to a component in a role. A terminated one can be looked at, but has no holder any more. */
    void handTo(Inbox component, Role role) {
        setRole(role);
        boolean active = getStatus() == Status.Active;
        if (!active) {
            leave();
        }
        holder = active ? component : null;
    }

    /** Whether an endpoint counts it as one that it has. */
    boolean isIn() {
        return in != null;
    }

    /**
     * It is sent to an endpoint, which counts it until it is over.
     *
     * @return false if the endpoint gets no new ones
     */
    boolean enter(ActivatedEndpoint endpoint) {
        if (!endpoint.exchanges().enter()) {
            return false;
        }
        in = endpoint;
        return true;
    }

    /** It is over, or was not taken. */
    void leave() {
        ActivatedEndpoint endpoint = in;
        if (endpoint != null) {
            in = null;
            endpoint.exchanges().leave();
        }
    }

    /** Whether its sender gave up waiting for it. */
    public boolean isAborted() {
        return getError() instanceof AbortedException;
    }

    /** The sender is going to wait for the exchange to come back to it, in the role that it has now. */
    public Rendezvous expectReturn() {
        Rendezvous rendezvous = new Rendezvous();
        if (getRole() == Role.Consumer) {
            consumerWaits = rendezvous;
        } else {
            providerWaits = rendezvous;
        }
        return rendezvous;
    }

    /** Nothing was sent, so nothing comes back. */
    public void expectNoReturn() {
        if (getRole() == Role.Consumer) {
            consumerWaits = null;
        } else {
            providerWaits = null;
        }
    }

    /** Takes the one that waits for the exchange in that role; null if none does. */
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
        // Both sides see the endpoint itself, whatever object or name the sender addressed it by.
        if (destination != null
                && destination.getEndpoint() instanceof ActivatedEndpoint endpoint
                && messageExchange.getEndpoint() != endpoint) {
            messageExchange.setEndpoint(endpoint);
        }
    }

    /** Without the stock class's converters, which are Camel's where there is a Camel. */
    @Override
    public <T> T getProperty(String name, Class<T> type) {
        Object value = getProperty(name);
        return type.isInstance(value) ? type.cast(value) : null;
    }

    @Override
    public <T> T getProperty(Class<T> type) {
        return getProperty(type.getName(), type);
    }

    /** Does nothing: content is the components'. */
    @Override
    public void ensureReReadable() {}

    /** Never shows content, because it would have to be read. */
    @Override
    public String display(boolean displayContent) {
        return toString();
    }

    /** For logs: who and where, no properties, no content. */
    @Override
    public String toString() {
        return getId() + " [" + getPattern() + ", " + getStatus() + ", " + getRole() + ", of " + label + ", to "
                + (getDestination() == null ? getTarget() : getDestination().getEndpoint()) + "]";
    }

    private Object writeReplace() throws ObjectStreamException {
        throw new NotSerializableException("an exchange stays in its container");
    }
}
