package org.esbmt.administration.internal.harness;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/** A test object that needs a data directory before its other fields. */
public abstract class InFolder {
    public final Path data;

    public InFolder(Path data) {
        this.data = requireNonNull(data, "data");
    }
}
