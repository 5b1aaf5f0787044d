package org.esbmt.embedded.broker.internal;

import java.security.Principal;

/** What a login of the embedded broker is for. */
enum Role implements Principal {
    /** The bus itself. */
    BUS,
    /** Somebody who is known, and may do nothing. */
    NOBODY;

    @Override
    public String getName() {
        return name();
    }
}
