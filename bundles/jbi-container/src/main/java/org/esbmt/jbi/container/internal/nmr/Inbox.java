package org.esbmt.jbi.container.internal.nmr;

/**
 * Where one component takes its exchanges, whichever of its endpoints they are for. The router knows a component by its
 * inbox and by nothing else.
 */
public interface Inbox {

    /** The component's name. */
    String component();

    /**
     * Takes an exchange for the component, which holds it already. Called on the sender's thread.
     *
     * @throws org.esbmt.jbi.container.api.OverloadedException for a new request only; it was not taken then
     * @throws org.apache.servicemix.nmr.core.ChannelClosedException if the component is gone; it was not taken then
     */
    void deliver(TenantExchange exchange);
}
