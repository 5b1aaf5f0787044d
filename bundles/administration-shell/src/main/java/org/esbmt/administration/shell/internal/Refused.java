package org.esbmt.administration.shell.internal;

import static java.util.Objects.requireNonNull;

import org.apache.karaf.shell.support.CommandException;

/** Commands that were not done, as one sentence: the console shows neither stack trace nor more words. */
final class Refused {
    private Refused() {}

    /** Karaf's own exception itself, since its shell goes by the name of the class. */
    static CommandException because(String sentence) {
        CommandException refused = new CommandException(requireNonNull(sentence, "sentence"), sentence);
        refused.setStackTrace(new StackTraceElement[0]);
        return refused;
    }
}
