package org.esbmt.guarded.saxon;

/** The checks that Saxon's woven classes call. */
public final class Guard {
    /** The number of evaluations to be stopped. While it is 0, a check costs one read. */
    private static volatile int stopping;

    /**
     * The same number for {@link #enter}. A plain read lets the compiler keep the fields that it has read before: a
     * volatile one in each method costs a transformation a quarter of its time (StylesheetBenchmark).
     */
    private static int stoppingAtEntry;

    private Guard() {}

    /**
     * Called at the beginning of methods. A plain read suffices here: a compiler may move it out of a loop, but each loop has
     * a {@link #check}. A recursion calls compiled methods again and again, and each call reads anew.
     *
     * @throws EvaluationStopped if the evaluation in this thread is to end
     */
    public static void enter() {
        if (stoppingAtEntry != 0) {
            Evaluation.endIfStopped();
        }
    }

    /**
     * Called before backward jumps.
     *
     * @throws EvaluationStopped if the evaluation in this thread is to end
     */
    public static void check() {
        if (stopping != 0) {
            Evaluation.endIfStopped();
        }
    }

    /**
     * Called before calls that may initialize classes of the Java library, or change state shared by all evaluations.
     *
     * @throws EvaluationStopped if there is not enough room on the stack
     */
    public static void room() {
        StackRoom.require();
    }

    /** Called before calls that would reach a file, the network, another class or thread. */
    @SuppressWarnings("DoNotCallSuggester") // only woven code calls it, not Java source
    public static void refuse() {
        throw new UnsupportedOperationException("Nothing outside of the message and the stylesheet can be reached.");
    }

    static synchronized void stopping(int more) {
        stoppingAtEntry += more;
        stopping = stoppingAtEntry;
    }
}
