package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A service that a unit sends to, by its author's name.
 *
 * @param endpoint empty for any endpoint of the service
 */
public record ConsumedService(QName service, Optional<String> endpoint) {
    public ConsumedService {
        requireNonNull(service, "service");
        requireNonNull(endpoint, "endpoint");
    }

    @Override
    public String toString() {
        return service + ":" + endpoint.orElse("*");
    }
}
