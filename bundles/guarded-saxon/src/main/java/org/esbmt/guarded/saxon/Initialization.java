package org.esbmt.guarded.saxon;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Initializes all of Saxon's classes, those of the Java library that they use, and those that end an evaluation, before the
 * first one. A class whose loading or initialization is stopped, for want of time or of stack, can never be used again by
 * anybody: so it must not happen within one.
 */
final class Initialization {
    private Initialization() {}

    static void ofAllClasses() {
        PlatformClasses.initialize();
        for (String name : names().lines().toList()) {
            try {
                Class.forName(name, true, Initialization.class.getClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                // one for a library that is not here, or a command: nothing else names it
            }
        }
    }

    private static String names() {
        try (InputStream in = Initialization.class.getResourceAsStream("classes.txt")) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
