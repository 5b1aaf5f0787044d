package org.esbmt.guarded.saxon;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;

/**
 * One use of Saxon, bounded: {@link #run} ends when the work does, or soon after it has taken too long or too much
 * memory, with {@link EvaluationStopped}. It all happens in the caller's thread, of which nothing is left behind. Outside
 * of {@code run} Saxon is not bounded.
 */
public final class Evaluation {

    /**
     * How much one evaluation may take.
     *
     * @param time of a processor; by the clock it may take ten times as long, since a busy machine is no fault of the
     *     tenant's
     * @param allocatedBytes all that the thread has allocated meanwhile, whether it is still in use or not; looked at every
     *     few milliseconds
     */
    public record Bounds(Duration time, long allocatedBytes) {
        public Bounds {
            requireNonNull(time, "time");
        }
    }

    /** The work of an evaluation. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    static {
        Initialization.ofAllClasses();
    }

    private static final int MOST_BY_THE_CLOCK = 10;

    private static final ThreadLocal<Evaluation> CURRENT = new ThreadLocal<>();

    private final Thread thread = Thread.currentThread();
    private final long since = System.nanoTime();
    private final Bounds bounds;
    /** Unknown, below 0, until the watch looks for the first time. */
    private long cpuBefore = -1;
    /** As {@link #cpuBefore}. */
    private long allocatedBefore = -1;
    /** Why it is to end. Written by the watch under the evaluation's monitor, until it is {@link #ended}. */
    private volatile EvaluationStopped stopped;

    private boolean ended;

    private Evaluation(Bounds bounds) {
        this.bounds = bounds;
    }

    /** Makes everything ready, which takes about a second; otherwise the first evaluation has to wait for it. */
    public static void prepare() {
        // what there is to do is done when this class is initialized
    }

    /**
     * Evaluates in the calling thread. Not within another one in the same thread.
     *
     * @throws EvaluationStopped if it was more than allowed
     */
    public static <T, E extends Exception> T run(Bounds bounds, Work<T, E> work) throws E {
        if (CURRENT.get() != null) {
            throw new IllegalStateException("an evaluation is running in this thread");
        }
        Evaluation evaluation = new Evaluation(bounds);
        CURRENT.set(evaluation);
        Watch.INSTANCE.begin(evaluation);
        try {
            return work.run();
        } catch (StackOverflowError e) {
            throw new EvaluationStopped(Reason.DEPTH, "It calls itself too deep.");
        } finally {
            Watch.INSTANCE.end(evaluation);
            evaluation.end();
            CURRENT.remove();
        }
    }

    /** From {@link Guard#check}, while any evaluation is being stopped. */
    static void endIfStopped() {
        Evaluation evaluation = CURRENT.get();
        if (evaluation != null && evaluation.stopped != null) {
            throw evaluation.stopped;
        }
    }

    // ---- for the watch

    /**
     * Stops it if it is more than it may be.
     *
     * @param cpu nanoseconds of the thread since it began; below 0 if the platform does not tell
     * @param allocated by the thread since it began; below 0 if the platform does not tell
     */
    synchronized void look(long now, long cpu, long allocated) {
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
            allocatedBefore = allocated;
        } else if (allocated - allocatedBefore > bounds.allocatedBytes()) {
            stop(new EvaluationStopped(Reason.MEMORY, "It needs more memory than allowed."));
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

    long threadId() {
        return thread.getId();
    }
}
