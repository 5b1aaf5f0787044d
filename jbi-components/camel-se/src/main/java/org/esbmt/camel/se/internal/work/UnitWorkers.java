package org.esbmt.camel.se.internal.work;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;

/** The access of one service unit to its tenant's share of {@link TenantWorkers}. Thread-safe. */
public final class UnitWorkers implements AutoCloseable {
    private final TenantWorkers workers;
    private final Lane lane;
    private final Set<TimedJob> timed = new LinkedHashSet<>();
    private boolean closed;

    UnitWorkers(TenantWorkers workers, Lane lane) {
        this.workers = workers;
        this.lane = lane;
    }

    /**
     * Runs the job in this tenant's next turn, never on the calling thread.
     *
     * @throws org.esbmt.jbi.container.api.OverloadedException if the tenant's queue is full; the job is not called then
     * @throws RejectedExecutionException if closed
     */
    public void execute(Job job) {
        workers.submit(this, requireNonNull(job, "job"));
    }

    /**
     * Runs a job that continues begun work, like {@link #execute}, but however full the tenant's queue is. Otherwise
     * the work would continue on the calling thread, which others need. Only for work that is bounded at its beginning.
     *
     * @throws RejectedExecutionException if closed
     */
    public void proceed(Job job) {
        workers.proceed(this, requireNonNull(job, "job"));
    }

    /**
     * Runs the job after some time, in this tenant's next turn; no thread waits for it. Once accepted it is not refused
     * any more, however full the queue is by then.
     *
     * @param delay at most {@link Long#MAX_VALUE} nanoseconds, some 290 years
     * @throws org.esbmt.jbi.container.api.OverloadedException if too many of the tenant's jobs wait; this one is not
     *     called then
     * @throws RejectedExecutionException if closed
     */
    public Waiting after(Duration delay, Job job) {
        long nanos = delay.toNanos();
        TimedJob later = new TimedJob(this, requireNonNull(job, "job"));
        workers.later(this, later, nanos);
        return later;
    }

    /** A view as an executor. A task above the tenant's share is refused with a {@link RejectedExecutionException}. */
    public ScheduledExecutorService executor() {
        return new UnitExecutor(this);
    }

    /**
     * Ends the unit's access. Jobs that have not begun are cancelled before this returns; running ones continue to
     * their end.
     */
    @Override
    public void close() {
        workers.close(this);
    }

    // ---- for TenantWorkers, under its lock

    Lane lane() {
        return lane;
    }

    Set<TimedJob> timed() {
        return timed;
    }

    void requireOpen() {
        if (closed) {
            throw new RejectedExecutionException("the service unit is stopped");
        }
    }

    boolean markClosed() {
        if (closed) {
            return false;
        }
        closed = true;
        return true;
    }

    boolean takeBack(TimedJob job) {
        return workers.takeBack(job);
    }
}
