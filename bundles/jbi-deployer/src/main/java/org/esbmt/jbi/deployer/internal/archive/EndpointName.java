package org.esbmt.jbi.deployer.internal.archive;

import static java.util.Objects.requireNonNull;

import javax.xml.namespace.QName;

/** An endpoint by its author's names. */
public record EndpointName(QName service, String endpoint) {
    public EndpointName {
        requireNonNull(service, "service");
        requireNonNull(endpoint, "endpoint");
    }

    @Override
    public String toString() {
        return "the endpoint " + service + ":" + endpoint;
    }
}
