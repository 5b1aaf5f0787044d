package org.esbmt.jbi.deployer.internal.jmx;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files in the arguments of JMX operations: a {@code file:} URL or a path of this machine; no remote file is fetched.
 */
final class Locations {
    private Locations() {}

    static InputStream open(String url) throws IOException {
        return Files.newInputStream(file(url));
    }

    private static Path file(String url) throws IOException {
        try {
            Path file = url.startsWith("file:") ? Path.of(URI.create(url)) : Path.of(url);
            if (file.isAbsolute() && Files.isRegularFile(file)) {
                return file;
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("'" + url + "' is no path", e);
        }
        throw new IOException("'" + url + "' is not an absolute path of a file");
    }
}
