package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * Where a chain was tampered with.
 *
 * @param sequence of the first entry that is not what it was or not there
 * @param what a sentence about it
 */
public record BrokenChain(long sequence, String what) {
    public BrokenChain {
        requireNonNull(what, "what");
    }
}
