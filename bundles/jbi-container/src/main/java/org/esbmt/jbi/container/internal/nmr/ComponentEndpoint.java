package org.esbmt.jbi.container.internal.nmr;

/**
 * A component's own endpoint: the source of its exchanges, and therefore the destination of their replies. It serves
 * all tenants of a multi-tenant component, and has no label of its own. As a destination it is plain.
 */
public final class ComponentEndpoint extends BusEndpoint {

    public ComponentEndpoint(Inbox inbox) {
        super(inbox);
    }

    @Override
    public String toString() {
        return "component " + inbox().component();
    }
}
