package org.esbmt.transaction.atomikos.internal;

import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.XaConnector;
import org.esbmt.transaction.api.XaParticipant;

/** A registered resource. Thread-safe. */
final class RegisteredResource<C> implements XaParticipant<C> {
    private final ResourceName name;
    private final XaConnector<C> connector;
    private final Registry registry;

    RegisteredResource(ResourceName name, XaConnector<C> connector, Registry registry) {
        this.name = name;
        this.connector = connector;
        this.registry = registry;
    }

    @Override
    public ResourceName name() {
        return name;
    }

    XaConnector<C> connector() {
        return connector;
    }

    @Override
    public void close() {
        registry.close(this);
    }
}
