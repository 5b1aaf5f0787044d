package org.esbmt.registry.api.service;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * What of a tenant's history is not needed any more.
 *
 * @param endedBefore of what is deployed: periods that ended before this moment
 * @param undeployedBefore of what is not deployed any more: periods that ended before this moment. Artifacts that nothing refers
 *     to go if they were put before it, so that nobody loses what they have just put
 * @param atMost so many periods, versions and artifacts each are forgotten at once; 1 or more
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
