package org.esbmt.jbi.deployer.internal.archive;

import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The complete content of META-INF/jbi.xml of a unit. */
public record UnitServices(boolean bindingComponent, List<Provided> provided, List<Consumed> consumed) {
    public UnitServices {
        provided = List.copyOf(provided);
        consumed = List.copyOf(consumed);
    }

    /** An endpoint that the unit provides. */
    public record Provided(EndpointName endpoint, Optional<QName> interfaceName, int line) {}

    /** A service that the unit sends to, or an interface for any of its services. */
    public record Consumed(
            Optional<QName> service,
            Optional<String> endpoint,
            Optional<QName> interfaceName,
            Optional<String> linkType,
            int line) {}
}
