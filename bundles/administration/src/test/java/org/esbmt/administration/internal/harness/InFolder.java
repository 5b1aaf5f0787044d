package org.esbmt.administration.internal.harness;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/** What has a data directory before anything else of it is made. */
public abstract class InFolder {
    public final Path data;

    public InFolder(Path data) {
        this.data = requireNonNull(data, "data");
    }
}
