package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * An administrative operation was refused or failed, and none of its changes remain. The message is for the
 * administrator.
 */
public class AdministrationException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final String ADVICE = "It is for ";

    /** The kind of a refusal or failure, which tells the administrator the next step. */
    public enum Reason {
        /** An argument breaks a rule, which the message states. */
        INVALID("you to mend the request"),
        /** There is no such tenant, user or assembly. */
        NOT_FOUND("you to ask for something that is there"),
        /** The name is taken, or the state of the entry does not allow the operation. */
        CONFLICT("you to look at what there is, and to ask for something that it allows"),
        /** A concurrent change made the expected revision old: read the entry again. */
        STALE("you to look again, and to ask at the revision that it has now"),
        /** The quota or contingent is too small for the request: raise it, or release a part of its use. */
        EXCEEDED("you to give something back"),
        /** The administrator's roles do not permit the operation. */
        FORBIDDEN("you to ask for something that you may"),
        /** The registry is out of reach: the operation was not done, try again. */
        UNAVAILABLE("you to ask again; if it stays so, for SYSTEM_ADMIN or SRE of the installation to look why"),
        /** Concurrent changes locked the data for too long. The operation was not done; try again. */
        BUSY("you to ask again"),
        /** The outcome of the operation is not known yet: look at it before another try. */
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
    private final transient List<Finding> findings;

    public AdministrationException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** A refusal because of another one has the findings of that one. */
    public AdministrationException(Reason reason, String message, Throwable cause) {
        this(reason, message, cause instanceof AdministrationException refusal ? refusal.findings() : List.of(), cause);
    }

    /** @param findings the defects of the request's archive; the message has a line for each of them, too */
    public AdministrationException(Reason reason, String message, List<Finding> findings, Throwable cause) {
        super(message, cause);
        this.reason = requireNonNull(reason, "reason");
        this.findings = List.copyOf(findings);
    }

    /** The defects of the request's archive, if they are the cause; empty otherwise, and after serialization. */
    public List<Finding> findings() {
        return findings == null ? List.of() : findings;
    }

    public Reason reason() {
        return reason;
    }

    /**
     * Joins the cause of a refusal and the advice: {@code <sentence>. It is for <who>.} Every refusal of the
     * administration and of its adapters ends in this form.
     *
     * @param who the person who can act, and the step to take: {@code you to log in again}
     */
    public static String told(String sentence, String who) {
        return sentence + (sentence.endsWith(".") ? " " : ". ") + ADVICE + who + ".";
    }

    /** The person who can act, and the step to take: the advice of {@link #told}, or else that of the reason. */
    public String who() {
        String message = String.valueOf(getMessage());
        int begin = message.lastIndexOf(ADVICE);
        return begin < 0 || !message.endsWith(".")
                ? reason.who()
                : message.substring(begin + ADVICE.length(), message.length() - 1);
    }
}
