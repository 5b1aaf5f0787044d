package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import javax.xml.namespace.QName;

/** A service and one of its endpoints, as a unit's author wrote them. */
public record NamedEndpoint(QName service, String endpoint) {
    public NamedEndpoint {
        requireNonNull(service, "service");
        requireNonNull(endpoint, "endpoint");
    }

    @Override
    public String toString() {
        return service + ":" + endpoint;
    }
}
