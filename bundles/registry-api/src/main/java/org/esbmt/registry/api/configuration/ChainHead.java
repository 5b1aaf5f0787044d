package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/** The last entry of a chain. Kept elsewhere it proves later that all entries up to it are what they were. */
public record ChainHead(long sequence, Sha256 hash) {
    public ChainHead {
        requireNonNull(hash, "hash");
    }
}
