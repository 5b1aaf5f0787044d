package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The endpoint at which a route begins, or to which it sends. */
public sealed interface Address {

    /**
     * {@code jbi:service:} and {@code jbi:endpoint:}.
     *
     * @param endpoint empty for {@code jbi:service:}: any endpoint of the service, or an own one at the beginning of a
     *     route
     */
    record Jbi(QName service, Optional<String> endpoint, Optional<QName> operation, Optional<Pattern> pattern)
            implements Address {
        public Jbi {
            requireNonNull(service, "service");
            requireNonNull(endpoint, "endpoint");
            requireNonNull(operation, "operation");
            requireNonNull(pattern, "pattern");
        }

        /** The text of the address in a route, without its options. */
        public String uri() {
            String name = service.getNamespaceURI() + "/" + service.getLocalPart();
            return endpoint.map(e -> "jbi:endpoint:" + name + "/" + e).orElse("jbi:service:" + name);
        }
    }

    /** {@code direct:}: another route of the same unit. The routes of a unit never call one another in a circle. */
    record Direct(String name) implements Address {
        public Direct {
            requireNonNull(name, "name");
        }
    }

    /** The message exchange pattern of a second exchange; without one the first exchange decides. */
    enum Pattern {
        IN_ONLY,
        ROBUST_IN_ONLY,
        IN_OUT
    }
}
