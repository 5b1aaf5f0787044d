package org.esbmt.jbi.container.internal.component;

import java.util.Optional;
import javax.jbi.servicedesc.ServiceEndpoint;
import javax.xml.namespace.QName;
import org.esbmt.jbi.container.api.EndpointName;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.api.TenantComponentContext;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.esbmt.jbi.container.internal.nmr.IndexedEndpointRegistry;

/**
 * A name whose endpoint is looked up again after each change of the endpoints. An endpoint that is found through a link of
 * the administrator is never remembered, as links change at other times. Threads: any.
 */
final class RememberedEndpoint implements EndpointName {
    private final TenantComponentContext context;
    private final IndexedEndpointRegistry endpoints;
    private final Owner owner;
    private final QName service;
    private final String endpoint;
    private volatile Found found = new Found(-1, Optional.empty());

    /** @param changes the number of changes before the look-up */
    private record Found(long changes, Optional<ServiceEndpoint> endpoint) {}

    RememberedEndpoint(
            TenantComponentContext context,
            IndexedEndpointRegistry endpoints,
            Owner owner,
            QName service,
            String endpoint) {
        this.context = context;
        this.endpoints = endpoints;
        this.owner = owner;
        this.service = service;
        this.endpoint = endpoint;
    }

    @Override
    public Optional<ServiceEndpoint> find() {
        long changes = endpoints.changes();
        Found last = found;
        if (last.changes == changes) {
            return last.endpoint;
        }
        Optional<ServiceEndpoint> now = context.findEndpoint(owner, service, endpoint);
        if (now.isPresent() && now.get() instanceof ActivatedEndpoint own && isOfOwner(own)) {
            found = new Found(changes, now);
        }
        return now;
    }

    private boolean isOfOwner(ActivatedEndpoint own) {
        return own.owner().tenantWide().equals(owner.tenantWide());
    }
}
