package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/** Commands that were not done, as one sentence: the console shows neither stack trace nor more words. */
public final class Refused {
    private Refused() {}

    /** By the administration, whose sentence says who must act. */
    static CommandException by(AdministrationException e) {
        return refusal(e.reason() + ": " + e.getMessage());
    }

    /** By the shell itself. */
    public static CommandException because(Reason reason, String sentence) {
        return because(reason, sentence, reason.who());
    }

    /** By the shell itself, where it is known better than by the reason who must act. */
    public static CommandException because(Reason reason, String sentence, String who) {
        return because(reason.name(), sentence, who);
    }

    /** For a reason that only a command knows. */
    public static CommandException because(String reason, String sentence, String who) {
        return refusal(reason + ": " + AdministrationException.told(sentence, who));
    }

    /** Karaf's own exception itself, since its shell goes by the name of the class. */
    private static CommandException refusal(String message) {
        CommandException refused = new CommandException(message, message);
        refused.setStackTrace(new StackTraceElement[0]);
        return refused;
    }
}
