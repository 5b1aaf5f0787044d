package org.esbmt.administration.shell.internal.support;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.karaf.shell.api.console.CommandLine;

/** The parts of a command line during its completion. */
public final class Typed {
    /** Options without a value. */
    private static final Set<String> FLAGS = Set.of("--password-prompt", "--rewritten", "--force");

    private Typed() {}

    /** The word at the cursor, up to the cursor. */
    static String word(CommandLine line) {
        String word = line.getCursorArgument();
        return word == null ? "" : word.substring(0, Math.min(line.getArgumentPosition(), word.length()));
    }

    /**
     * The first argument that is neither option nor an option's value. It is the tenant in every command that names
     * one.
     */
    static Optional<String> tenant(CommandLine line) {
        Iterator<String> before = Arrays.stream(line.getArguments())
                .skip(1)
                .limit(Math.max(0, line.getCursorArgumentIndex() - 1))
                .iterator();
        while (before.hasNext()) {
            String word = before.next();
            if (!word.startsWith("-")) {
                return Optional.of(word);
            }
            if (!FLAGS.contains(word) && before.hasNext()) {
                before.next();
            }
        }
        return Optional.empty();
    }

    /**
     * Parses a typed identifier.
     *
     * @throws IllegalArgumentException if it is no identifier
     */
    public static UUID identifier(String what, String typed) {
        try {
            return UUID.fromString(typed);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the identifier of " + what + " is a UUID, not '" + typed + "'", e);
        }
    }
}
