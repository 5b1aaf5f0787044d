package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/** What has a data directory before anything else of it is made. */
abstract class InFolder {
    final Path data;

    InFolder(Path data) {
        this.data = requireNonNull(data, "data");
    }
}
