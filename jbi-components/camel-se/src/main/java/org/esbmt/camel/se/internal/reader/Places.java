package org.esbmt.camel.se.internal.reader;

import org.esbmt.camel.se.internal.model.Place;

/** Places in the author's own files. A file that the bus has written has a place for each element. */
final class Places {
    private Places() {}

    static Place of(Node node) {
        return node.attribute(Canonical.AT).flatMap(Canonical::place).orElse(node.place());
    }
}
