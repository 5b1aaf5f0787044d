package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.osgi.framework.BundleContext;

/** The container's data directory, where files go that the configuration does not place elsewhere. */
record DataDirectory(Path path) {
    private static final String KARAF_DATA = "karaf.data";

    static DataDirectory of(BundleContext bundleContext) {
        String data = bundleContext.getProperty(KARAF_DATA);
        return new DataDirectory(Path.of(requireNonNull(data, KARAF_DATA)));
    }

    /** @param configured an absolute path, or one below the data directory; empty: the default name */
    Path file(String configured, String defaultName) {
        return path.resolve(configured.isBlank() ? defaultName : configured.strip());
    }
}
