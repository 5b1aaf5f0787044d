package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import org.apache.servicemix.nmr.api.Channel;
import org.apache.servicemix.nmr.api.Endpoint;
import org.apache.servicemix.nmr.api.Exchange;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;

/** An endpoint of a component on the bus. The bus has no other endpoints. */
public abstract sealed class BusEndpoint implements Endpoint permits ActivatedEndpoint, ComponentEndpoint {
    private final Inbox inbox;
    private volatile InternalEndpoint registration;

    BusEndpoint(Inbox inbox) {
        this.inbox = requireNonNull(inbox, "inbox");
    }

    /** The inbox of the component that owns this endpoint. */
    public final Inbox inbox() {
        return inbox;
    }

    /** The registration of this endpoint at the router; null while it is not registered. */
    public final InternalEndpoint registration() {
        return registration;
    }

    /** Called by the registry; null when the endpoint is deactivated. */
    void registered(InternalEndpoint as) {
        registration = as;
    }

    /** The endpoint behind a registration; null for a registration of another bus, or a removed one. */
    static BusEndpoint behind(InternalEndpoint registration) {
        return registration != null
                        && registration.getEndpoint() instanceof BusEndpoint endpoint
                        && endpoint.registration == registration
                ? endpoint
                : null;
    }

    /** Does nothing: the registration has the channel. */
    @Override
    public final void setChannel(Channel channel) {}

    @Override
    public final void process(Exchange exchange) {
        inbox.deliver((TenantExchange) exchange);
    }
}
