package org.esbmt.camel.se.internal.reader;

import org.esbmt.camel.se.internal.model.Address;

/** What a {@code to} means. */
sealed interface Destination {
    record At(Address address) implements Destination {}

    record Stylesheet(String file) implements Destination {}

    record Schema(String file) implements Destination {}
}
