package org.esbmt.administration.internal.registry;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.osgi.framework.BundleContext;

/** The container's data directory. Files without a configured place are written there. */
public record DataDirectory(Path path) {
    private static final String KARAF_DATA = "karaf.data";

    public static DataDirectory of(BundleContext bundleContext) {
        String data = bundleContext.getProperty(KARAF_DATA);
        return new DataDirectory(Path.of(requireNonNull(data, KARAF_DATA)));
    }

    /**
     * Resolves a configured file.
     *
     * @param configured an absolute path, or one below the data directory; empty: the default name
     */
    public Path file(String configured, String defaultName) {
        return path.resolve(configured.isBlank() ? defaultName : configured.strip());
    }
}
