package org.esbmt.guarded.saxon;

/** The checks that Saxon's woven classes call. */
public final class Guard {
    /** How many evaluations are to be stopped: so that a check costs a look at one number as long as it is none. */
    private static volatile int stopping;

    private Guard() {}

    /**
     * At the beginning of methods and before jumps backwards.
     *
     * @throws EvaluationStopped if the evaluation in this thread is to end
     */
    public static void check() {
        if (stopping != 0) {
            Evaluation.endIfStopped();
        }
    }

    /**
     * Before calls that may initialize classes of the Java library, or change what all evaluations share.
     *
     * @throws EvaluationStopped if the stack has not room enough
     */
    public static void room() {
        StackRoom.require();
    }

    /** Before calls that would reach a file, the network, another class or thread. */
    @SuppressWarnings("DoNotCallSuggester") // only woven code calls it, which is no Java
    public static void refuse() {
        throw new UnsupportedOperationException("Nothing outside of the message and the stylesheet can be reached.");
    }

    static synchronized void stopping(int more) {
        stopping += more;
    }
}
