package org.esbmt.http.bc.internal.unit;

import java.net.URI;

/** The message exchange patterns of JSR-208, section 5.4.2. */
public enum Mep {
    IN_ONLY("in-only"),
    ROBUST_IN_ONLY("robust-in-only"),
    IN_OUT("in-out"),
    IN_OPTIONAL_OUT("in-opt-out");

    private final String name;
    private final URI uri;

    Mep(String name) {
        this.name = name;
        this.uri = URI.create("http://www.w3.org/2004/08/wsdl/" + name);
    }

    /** The pattern's URI, as a message exchange carries it. */
    public URI uri() {
        return uri;
    }

    /** The last part of the URI. */
    @Override
    public String toString() {
        return name;
    }
}
