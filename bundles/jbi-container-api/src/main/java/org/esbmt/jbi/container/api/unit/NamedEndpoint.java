package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import javax.xml.namespace.QName;

/** A service and one of its endpoints, by the names of a unit's author. */
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
