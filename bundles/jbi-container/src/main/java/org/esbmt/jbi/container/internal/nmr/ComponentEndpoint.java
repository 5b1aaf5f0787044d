package org.esbmt.jbi.container.internal.nmr;

/**
 * A component's own endpoint: the source of what it sends, and so the way back of replies. It serves all tenants of a
 * component that is made for several, and has no label of its own. As a destination it is plain.
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
