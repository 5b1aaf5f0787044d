package org.esbmt.guarded.saxon;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;

/**
 * One bounded use of Saxon. {@link #run} ends when the work does. If the work exceeds its time or memory, it ends soon
 * after with {@link EvaluationStopped}. The work runs in the caller's thread and leaves nothing behind in it. Outside
 * of {@code run} Saxon is not bounded.
 */
public final class Evaluation {

    /**
     * The bounds of one evaluation.
     *
     * @param time of a processor; the elapsed time may be ten times as long, since a busy machine is no fault of the
     *     tenant's
     * @param allocatedBytes the sum of the thread's allocations during the evaluation, live or not; checked every few
     *     milliseconds
     * @param atOnceBytes of an array, or of a text that the Java library works on, since neither can be stopped
     */
    public record Bounds(Duration time, long allocatedBytes, long atOnceBytes) {
        /** The largest array of any evaluation. */
        static final long MOST_AT_ONCE = 64 << 20;

        public Bounds {
            requireNonNull(time, "time");
        }

        public Bounds(Duration time, long allocatedBytes) {
            this(time, allocatedBytes, MOST_AT_ONCE);
        }
    }

    /** The work of an evaluation. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** The first field: Saxon's initialization asks for it. */
    private static final ThreadLocal<Evaluation> CURRENT = new ThreadLocal<>();

    static {
        Initialization.ofAllClasses();
    }

    private static final int MOST_BY_THE_CLOCK = 10;

    private final Thread thread = Thread.currentThread();
    private final long since = System.nanoTime();
    private final Bounds bounds;
    /** The thread's processor time at the first check of the watch; negative before. */
    private long cpuBefore = -1;
    /** The thread's allocation at the first check of the watch; negative before. */
    private long allocatedBefore = -1;
    /** The bytes allocated since then. */
    private long allocated;
    /** The reason to stop. The watch writes it under the evaluation's monitor, until it is {@link #ended}. */
    private volatile EvaluationStopped stopped;

    private boolean ended;

    private Evaluation(Bounds bounds) {
        this.bounds = bounds;
    }

    /** Initializes Saxon, which takes about a second; otherwise the first evaluation has to wait for it. */
    public static void prepare() {
        // the static initializer of this class does the work
    }

    /**
     * Evaluates in the calling thread. Evaluations cannot be nested.
     *
     * @throws EvaluationStopped if the work exceeds a bound, or the stack
     */
    public static <T, E extends Exception> T run(Bounds bounds, Work<T, E> work) throws E {
        if (CURRENT.get() != null) {
            throw new IllegalStateException("an evaluation is running in this thread");
        }
        StackRoom.requireForOneEvaluation(); // to its end: what stays behind would fail all later ones of the thread
        Evaluation evaluation = new Evaluation(bounds);
        CURRENT.set(evaluation);
        try {
            Watch.INSTANCE.begin(evaluation);
            return work.run();
        } catch (StackOverflowError e) {
            throw new EvaluationStopped(Reason.DEPTH, "It calls itself too deep.");
        } finally {
            CURRENT.remove();
            Watch.INSTANCE.end(evaluation);
            evaluation.end();
        }
    }

    /**
     * Ends the evaluation of the calling thread if it is stopped. {@link Guard#check} calls it while any evaluation is
     * being stopped.
     */
    static void endIfStopped() {
        Evaluation evaluation = CURRENT.get();
        if (evaluation != null && evaluation.stopped != null) {
            throw evaluation.stopped;
        }
    }

    /**
     * Called before work that cannot be stopped.
     *
     * @param bytes that it makes, or as many as take the time of that
     * @throws EvaluationStopped if the evaluation of the calling thread may not do that at once
     */
    static void requireAtOnce(long bytes) {
        Evaluation evaluation = CURRENT.get();
        if (bytes > (evaluation == null ? Bounds.MOST_AT_ONCE : evaluation.bounds.atOnceBytes())) {
            throw new EvaluationStopped(Reason.MEMORY, "It needs more memory than allowed.");
        }
    }

    // ---- for the watch

    /**
     * Stops the evaluation if it exceeds a bound.
     *
     * @param cpu nanoseconds of the thread since its start; negative if the platform does not report them
     * @param allocatedByThread bytes since the thread's start; negative if the platform does not report them
     */
    synchronized void check(long now, long cpu, long allocatedByThread) {
        if (ended || stopped != null) {
            return;
        }
        long most = bounds.time().toNanos();
        if (cpuBefore < 0) {
            cpuBefore = cpu;
        }
        if (now - since > (cpu < 0 ? most : MOST_BY_THE_CLOCK * most) || cpu - cpuBefore > most) {
            stop(new EvaluationStopped(Reason.TIME, "It takes longer than allowed."));
        } else if (allocatedBefore < 0) {
            allocatedBefore = allocatedByThread;
        } else {
            allocated = allocatedByThread - allocatedBefore;
            if (allocated > bounds.allocatedBytes()) {
                stop(new EvaluationStopped(Reason.MEMORY, "It needs more memory than allowed."));
            }
        }
    }

    /** The bytes that it may hold; 0 if it ends already. */
    synchronized long mayHold() {
        return ended || stopped != null ? 0 : allocated;
    }

    /** Stops the evaluation in favour of the others. */
    synchronized void stopForOthers() {
        if (!ended && stopped == null) {
            stop(new EvaluationStopped(
                    Reason.HEAP,
                    "The heap (ESBMT_MAX_HEAP) is short, and of all evaluations this one has allocated the most: "
                            + allocated + " bytes."));
        }
    }

    private void stop(EvaluationStopped reason) {
        stopped = reason;
        Guard.stopping(1);
    }

    private synchronized void end() {
        ended = true;
        if (stopped != null) {
            Guard.stopping(-1);
        }
    }

    /** The nanoseconds since its begin. */
    long lasts(long now) {
        return now - since;
    }

    long threadId() {
        return thread.getId();
    }
}
