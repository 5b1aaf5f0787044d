package org.esbmt.administration.shell.internal.support;

import java.nio.file.Path;
import org.apache.karaf.shell.api.console.Session;

/** Resolves the files that a user names at the console, below the session's directory. */
public final class Paths {
    private Paths() {}

    public static Path of(Session session, String name) {
        return session.currentDir() == null
                ? Path.of(name).toAbsolutePath()
                : session.currentDir().resolve(name);
    }
}
