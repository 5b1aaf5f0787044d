package org.esbmt.embedded.broker.internal;

import java.security.Principal;

/** The role of a login of the embedded broker. */
enum Role implements Principal {
    /** The bus itself. */
    BUS,
    /** A known login without any rights. */
    NOBODY;

    @Override
    public String getName() {
        return name();
    }
}
