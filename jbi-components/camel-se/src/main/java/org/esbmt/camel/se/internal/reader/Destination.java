package org.esbmt.camel.se.internal.reader;

import org.esbmt.camel.se.internal.model.Address;

/** The meaning of a {@code to}. */
sealed interface Destination {
    record At(Address address) implements Destination {}

    record Stylesheet(String file) implements Destination {}

    record Schema(String file) implements Destination {}
}
