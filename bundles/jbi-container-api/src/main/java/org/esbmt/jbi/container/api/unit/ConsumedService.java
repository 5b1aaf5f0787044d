package org.esbmt.jbi.container.api.unit;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/**
 * A service that a unit sends to, as its author wrote it.
 *
 * @param endpoint empty for whichever the service has
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
