package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.TransactionOversight.ResourceView;

/** A resource of transactions, as an open type; its getters are its items. */
public final class ResourceData {
    private final ResourceView resource;

    ResourceData(ResourceView resource) {
        this.resource = requireNonNull(resource, "resource");
    }

    public String getName() {
        return resource.name();
    }

    /** Whether it can take part now. */
    public boolean isRegistered() {
        return resource.registered();
    }
}
