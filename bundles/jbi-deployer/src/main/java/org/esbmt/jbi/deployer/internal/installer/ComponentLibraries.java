package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Libraries that Java 8 or ServiceMix 4 provided to components and today's JDK does not, such as JavaMail and JAXB.
 * They are the jars of one folder. Installed parts see them; bundles and tenants do not.
 */
public final class ComponentLibraries {
    /** No libraries: parts see the JDK, the JBI API and logging. */
    public static final ComponentLibraries NONE = new ComponentLibraries(List.of());

    private final List<Path> jars;

    private ComponentLibraries(List<Path> jars) {
        this.jars = List.copyOf(jars);
    }

    /**
     * The jars of a folder, in the order of their names. Subfolders are ignored.
     *
     * @throws IOException if the folder cannot be read
     */
    public static ComponentLibraries of(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("component.libraries = " + folder + ": there is no such folder");
        }
        List<Path> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.jar")) {
            files.forEach(jars::add);
        }
        jars.sort(null);
        return new ComponentLibraries(jars);
    }

    URL[] urls() {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalStateException("the URI of a file is a URL: " + jars.get(i), e);
            }
        }
        return urls;
    }
}
