package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/** The last entry of a chain. A copy stored elsewhere proves later that all entries up to it are unchanged. */
public record ChainHead(long sequence, Sha256 hash) {
    public ChainHead {
        requireNonNull(hash, "hash");
    }
}
