package org.esbmt.guarded.saxon;

/** Ends an evaluation at any point. It is an error, so that code that catches exceptions does not continue. */
public final class EvaluationStopped extends Error {
    private static final long serialVersionUID = 1L;

    /** The exceeded limit. */
    public enum Reason {
        TIME,
        MEMORY,
        /** All evaluations together occupy too much of the heap; a later one may succeed. */
        HEAP,
        OUTPUT,
        DEPTH,
        NUMBER
    }

    private final Reason reason;

    public EvaluationStopped(Reason reason, String sentence) {
        super(sentence, null, false, false);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
