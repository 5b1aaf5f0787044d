package org.esbmt.transaction.api;

import static java.util.Objects.requireNonNull;

/**
 * A resource that takes part in transactions, or may have done so.
 *
 * @param registered true if it can take part now; otherwise recovery waits for it
 */
public record KnownResource(ResourceName name, boolean registered) {

    public KnownResource {
        requireNonNull(name, "name");
    }
}
