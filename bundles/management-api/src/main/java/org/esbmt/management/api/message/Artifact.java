package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

/**
 * An archive in the service registry. Messages never carry archives: a node fetches what it does not have.
 *
 * @param digest names it; what was fetched is held to it
 * @param bytes how long it is, at least 1
 */
public record Artifact(Sha256 digest, long bytes) {
    public Artifact {
        requireNonNull(digest, "digest");
        if (bytes < 1) {
            throw new IllegalArgumentException("an archive is not empty");
        }
    }
}
