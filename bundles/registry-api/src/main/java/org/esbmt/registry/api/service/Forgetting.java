package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * The part of a tenant's history to be deleted.
 *
 * @param endedBefore for deployed assemblies: periods that ended before this moment
 * @param undeployedBefore for undeployed assemblies: periods that ended before this moment. Unreferenced artifacts are
 * deleted if they were stored before it, so that a fresh upload is not lost
 * @param atMost the largest number of periods, of versions and of artifacts deleted at once; 1 or more
 */
public record Forgetting(Instant endedBefore, Instant undeployedBefore, int atMost) {
    public Forgetting {
        requireNonNull(endedBefore, "endedBefore");
        requireNonNull(undeployedBefore, "undeployedBefore");
        if (atMost < 1) {
            throw new IllegalArgumentException("at most 1 or more are forgotten, but not " + atMost);
        }
    }
}
