package org.esbmt.jbi.container.internal.nmr;

/**
 * The inbox of one component for the exchanges of all its endpoints. The router knows a component only by its inbox.
 */
public interface Inbox {

    /** The component's name. */
    String component();

    /**
     * Receives an exchange for the component, which holds it already. Called on the sender's thread.
     *
     * @throws org.esbmt.jbi.container.api.OverloadedException for a new request only; it was not accepted then
     * @throws org.apache.servicemix.nmr.core.ChannelClosedException if the component has left the bus; it was not
     * accepted then
     */
    void deliver(TenantExchange exchange);
}
