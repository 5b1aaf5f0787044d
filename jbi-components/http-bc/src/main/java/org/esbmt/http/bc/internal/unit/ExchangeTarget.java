package org.esbmt.http.bc.internal.unit;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The target of a consumer's exchanges. It has a service, an interface or both; an endpoint only with a service. */
public record ExchangeTarget(
        Optional<QName> service, Optional<String> endpoint, Optional<QName> interfaceName, Optional<QName> operation) {
    public ExchangeTarget {
        requireNonNull(service, "service");
        requireNonNull(endpoint, "endpoint");
        requireNonNull(interfaceName, "interfaceName");
        requireNonNull(operation, "operation");
        if (service.isEmpty() && (interfaceName.isEmpty() || endpoint.isPresent())) {
            throw new IllegalArgumentException("a target needs a service, or an interface and no endpoint");
        }
    }
}
