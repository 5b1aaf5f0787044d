package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

/**
 * An archive in the service registry. Messages never carry archives: a node fetches a missing one.
 *
 * @param digest identifies the archive; a fetched archive is checked against it
 * @param bytes the length, at least 1
 */
public record Artifact(Sha256 digest, long bytes) {
    public Artifact {
        requireNonNull(digest, "digest");
        if (bytes < 1) {
            throw new IllegalArgumentException("an archive is not empty");
        }
    }
}
