package org.esbmt.administration.shell.internal.support;

import org.apache.karaf.shell.support.CommandException;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;

/** Refusals of commands as one sentence. The console shows no stack trace and no further text. */
public final class Refused {
    private Refused() {}

    /** A refusal of the administration, whose sentence names the person who must act. */
    static CommandException by(AdministrationException e) {
        return refusal(e.reason() + ": " + e.getMessage());
    }

    /** A refusal of the shell itself. */
    public static CommandException because(Reason reason, String sentence) {
        return because(reason, sentence, reason.who());
    }

    /** A refusal of the shell itself, with a more exact advice than the reason's. */
    public static CommandException because(Reason reason, String sentence, String who) {
        return because(reason.name(), sentence, who);
    }

    /** A refusal for a reason that only one command has. */
    public static CommandException because(String reason, String sentence, String who) {
        return refusal(reason + ": " + AdministrationException.told(sentence, who));
    }

    /** Uses exactly Karaf's own exception, since its shell compares the name of the class. */
    private static CommandException refusal(String message) {
        CommandException refused = new CommandException(message, message);
        refused.setStackTrace(new StackTraceElement[0]);
        return refused;
    }
}
