package org.esbmt.camel.se.internal.model;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;

/** The endpoint at which a route begins, or to which it sends. */
public sealed interface Address {

    /**
     * {@code jbi:service:} and {@code jbi:endpoint:}.
     *
     * @param endpoint empty for {@code jbi:service:}: any endpoint of the service, or, where a route begins with it, one
     *     of its own choice
     */
    record Jbi(QName service, Optional<String> endpoint, Optional<QName> operation, Optional<Pattern> pattern)
            implements Address {
        public Jbi {
            requireNonNull(service, "service");
            requireNonNull(endpoint, "endpoint");
            requireNonNull(operation, "operation");
            requireNonNull(pattern, "pattern");
        }

        /** As it is written in a route, without its options. */
        public String uri() {
            String name = service.getNamespaceURI() + "/" + service.getLocalPart();
            return endpoint.map(e -> "jbi:endpoint:" + name + "/" + e).orElse("jbi:service:" + name);
        }
    }

    /** {@code direct:}: another route of the same unit. No unit's routes call one another in a circle. */
    record Direct(String name) implements Address {
        public Direct {
            requireNonNull(name, "name");
        }
    }

    /** The message exchange pattern of a second exchange; without one it is that of the first. */
    enum Pattern {
        IN_ONLY,
        ROBUST_IN_ONLY,
        IN_OUT
    }
}
