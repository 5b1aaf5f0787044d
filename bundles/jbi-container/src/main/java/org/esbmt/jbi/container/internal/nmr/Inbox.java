package org.esbmt.jbi.container.internal.nmr;

/**
 * The inbox of one component for the exchanges of all its endpoints. The router knows a component only by its inbox.
 */
public interface Inbox {

    /** The component's name. */
    String component();

    /**
     * Receives an exchange that was handed over to the component. {@link BusEndpoint} calls it on the sender's
     * thread. An exception means that the inbox did not accept the exchange.
     *
     * @throws org.esbmt.jbi.container.api.OverloadedException for a new request only, if the queue of its tenant is full
     * @throws org.apache.servicemix.nmr.core.ChannelClosedException if the component has left the bus
     */
    void deliver(TenantExchange exchange);
}
