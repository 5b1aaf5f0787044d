package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

/**
 * A resource that has taken part, or may have.
 *
 * @param registered whether it can take part now; if not, recovery waits for it
 */
public record KnownResource(ResourceName name, boolean registered) {

    public KnownResource {
        requireNonNull(name, "name");
    }
}
