package org.esbmt.administration.shell.internal;

import java.nio.file.Path;
import org.apache.karaf.shell.api.console.Session;

/** Files, as people name them at the console: below the session's directory. */
final class Paths {
    private Paths() {}

    static Path of(Session session, String name) {
        return session.currentDir() == null
                ? Path.of(name).toAbsolutePath()
                : session.currentDir().resolve(name);
    }
}
