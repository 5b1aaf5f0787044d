package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.servicemix.nmr.api.EndpointRegistry;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalReference;
import org.w3c.dom.Document;

/** A target that is one endpoint. The endpoint keeps it, so that an exchange to the endpoint needs no new one. */
public final class FixedReference implements InternalReference {
    private final InternalEndpoint endpoint;

    public FixedReference(InternalEndpoint endpoint) {
        this.endpoint = requireNonNull(endpoint, "endpoint");
    }

    InternalEndpoint endpoint() {
        return endpoint;
    }

    @Override
    public List<InternalEndpoint> choose(EndpointRegistry registry) {
        return List.of(endpoint);
    }

    /** Not defined by the NMR. */
    @Override
    public Document toXml() {
        return null;
    }

    @Override
    public String toString() {
        return endpoint.getEndpoint().toString();
    }
}
