package org.esbmt.administration.shell.internal;

import static java.util.Objects.requireNonNull;

import org.apache.karaf.shell.support.CommandException;

/** A command that was not done, as one sentence; the console shows neither stack trace nor more words. */
final class Refused extends CommandException {
    private static final long serialVersionUID = 1L;

    Refused(String sentence) {
        super(requireNonNull(sentence, "sentence"));
        setStackTrace(new StackTraceElement[0]);
    }

    @Override
    public String getNiceHelp() {
        return getMessage();
    }
}
