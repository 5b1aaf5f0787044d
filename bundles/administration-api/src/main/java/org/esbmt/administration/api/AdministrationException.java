package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

/** An administrative operation was refused or failed; nothing of it is left. The message is for the administrator. */
public class AdministrationException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The kind of a refusal or failure, which tells the administrator the next step. */
    public enum Reason {
        /** An argument breaks a rule, which the message states. */
        INVALID("you to mend the request"),
        /** There is no such tenant, user or assembly. */
        NOT_FOUND("you to ask for something that is there"),
        /** The name is taken, or the thing is in a state that does not allow the operation. */
        CONFLICT("you to look at what there is, and to ask for something that it allows"),
        /** Somebody changed it since it was read: read it again. */
        STALE("you to look again, and to ask at the revision that it has now"),
        /** A quota or contingent has not that much left: raise it, or give something back. */
        EXCEEDED("you to give something back"),
        /** This administrator may not do this. */
        FORBIDDEN("you to ask for something that you may"),
        /** The registry is out of reach: the operation was not done, try again. */
        UNAVAILABLE("you to ask again; if it stays so, for SYSTEM_ADMIN or SRE of the installation to look why"),
        /** Others were changing the same for too long: the operation was not done, try again. */
        BUSY("you to ask again"),
        /** It is not known whether the operation was done: look, before trying again. */
        IN_DOUBT("you to look what became of it, or to ask again under the same identifier"),
        /** The bus failed; its log tells why. */
        INTERNAL("SYSTEM_ADMIN or SRE of the installation to look into the log");

        private final String who;

        Reason(String who) {
            this.who = who;
        }

        /**
         * The default advice for this reason: the person who can act, and the step to take. It completes the sentence
         * of {@link AdministrationException#told}.
         */
        public String who() {
            return who;
        }
    }

    private final Reason reason;

    public AdministrationException(Reason reason, String message) {
        this(reason, message, null);
    }

    public AdministrationException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
    }

    public Reason reason() {
        return reason;
    }

    /**
     * Joins the cause of a refusal and the advice: {@code <sentence>. It is for <who>.} Every refusal ends in this
     * form, be it of the administration or of an adapter in front of it.
     *
     * @param who the person who can act, and the step to take: {@code you to log in again}
     */
    public static String told(String sentence, String who) {
        return sentence + (sentence.endsWith(".") ? " " : ". ") + "It is for " + who + ".";
    }
}
