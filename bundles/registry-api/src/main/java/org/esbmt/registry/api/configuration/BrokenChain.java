package org.esbmt.registry.api.configuration;

import static java.util.Objects.requireNonNull;

/**
 * The place of a manipulation in a chain.
 *
 * @param sequence the first changed or missing entry
 * @param what a sentence that describes the manipulation
 */
public record BrokenChain(long sequence, String what) {
    public BrokenChain {
        requireNonNull(what, "what");
    }
}
