package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * The place where a chain was tampered with.
 *
 * @param sequence of the first entry that was changed or is missing
 * @param what a sentence that describes it
 */
public record BrokenChain(long sequence, String what) {
    public BrokenChain {
        requireNonNull(what, "what");
    }
}
