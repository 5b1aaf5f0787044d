package org.esbmt.guarded.saxon;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Initializes classes before the first evaluation: all of Saxon's, the classes of the Java library that they use, and
 * the classes that end an evaluation. A class whose loading or initialization is stopped, for want of time or of stack,
 * can never be used again. So this must not happen within an evaluation.
 */
final class Initialization {
    private Initialization() {}

    static void ofAllClasses() {
        PlatformClasses.initialize();
        for (String name : names().lines().toList()) {
            try {
                Class.forName(name, true, Initialization.class.getClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                // a class for an absent library, or a command: no other class names it
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
