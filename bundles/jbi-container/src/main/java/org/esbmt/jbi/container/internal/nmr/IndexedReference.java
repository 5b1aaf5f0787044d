package org.esbmt.jbi.container.internal.nmr;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.servicemix.nmr.api.EndpointRegistry;
import org.apache.servicemix.nmr.api.internal.InternalEndpoint;
import org.apache.servicemix.nmr.api.internal.InternalReference;
import org.w3c.dom.Document;

/**
 * A target by name. It queries the index at the dispatch of the exchange, so the endpoint may be activated after the
 * reference.
 */
final class IndexedReference implements InternalReference {
    private final Supplier<List<ActivatedEndpoint>> index;
    private final Object name;

    /** @param name a text, or an object whose text is made for logs alone */
    IndexedReference(Object name, Supplier<List<ActivatedEndpoint>> index) {
        this.name = requireNonNull(name, "name");
        this.index = requireNonNull(index, "index");
    }

    @Override
    public List<InternalEndpoint> choose(EndpointRegistry registry) {
        List<ActivatedEndpoint> endpoints = index.get();
        List<InternalEndpoint> found = new ArrayList<>(endpoints.size());
        for (ActivatedEndpoint endpoint : endpoints) {
            InternalEndpoint registration = endpoint.registration();
            if (registration != null) {
                found.add(registration);
            }
        }
        return found;
    }

    /** Not defined by the NMR. */
    @Override
    public Document toXml() {
        return null;
    }

    @Override
    public String toString() {
        return name.toString();
    }
}
