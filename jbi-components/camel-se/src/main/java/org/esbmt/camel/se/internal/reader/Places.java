package org.esbmt.camel.se.internal.reader;

import org.esbmt.camel.se.internal.model.Place;

/** Where the author wrote something, which a file that the bus has written says of each element. */
final class Places {
    private Places() {}

    static Place of(Node node) {
        return node.attribute(Canonical.AT).flatMap(Canonical::place).orElse(node.place());
    }
}
