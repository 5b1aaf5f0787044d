package org.esbmt.administration.shell.internal;

import java.util.Arrays;
import java.util.Optional;
import org.apache.karaf.shell.api.console.CommandLine;

/** What stands on a command line that is being typed. */
final class Typed {
    private Typed() {}

    /** The word at the cursor, up to it. */
    static String word(CommandLine line) {
        String word = line.getCursorArgument();
        return word == null ? "" : word.substring(0, Math.min(line.getArgumentPosition(), word.length()));
    }

    /** The first argument that is no option: the tenant, in every command that names one. */
    static Optional<String> tenant(CommandLine line) {
        return Arrays.stream(line.getArguments())
                .skip(1)
                .limit(Math.max(0, line.getCursorArgumentIndex() - 1))
                .filter(a -> !a.startsWith("-"))
                .findFirst();
    }
}
