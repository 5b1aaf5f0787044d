package org.esbmt.camel.se.internal.document;

import org.esbmt.guarded.saxon.EvaluationStopped;

/**
 * An expression, stylesheet or schema has no result for this message. The sentence names the rule and never repeats
 * content of the message. It has no stack trace: it is an answer to a message, not a fault of the program.
 */
public final class EvaluationFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Cause of the failure; it decides who must act. */
    public enum Kind {
        /** The message is no XML, or larger than allowed. */
        MESSAGE,
        /** The author's expression or stylesheet fails for this message. */
        EXPRESSION,
        /** It exceeds a limit of time, memory, output or depth. */
        LIMIT,
        /** The evaluations of all tenants together need more memory than there is; a later attempt may succeed. */
        OVERLOADED
    }

    private final Kind kind;

    public EvaluationFailedException(Kind kind, String sentence) {
        super(sentence, null, false, false);
        this.kind = kind;
    }

    /**
     * The failure of an evaluation that was stopped.
     *
     * @param subject the beginning of the sentence, such as "The XPath"
     */
    public static EvaluationFailedException stopped(String subject, EvaluationStopped stopped) {
        return new EvaluationFailedException(
                stopped.reason() == EvaluationStopped.Reason.HEAP ? Kind.OVERLOADED : Kind.LIMIT,
                subject + " was stopped. " + stopped.getMessage());
    }

    public Kind kind() {
        return kind;
    }
}
