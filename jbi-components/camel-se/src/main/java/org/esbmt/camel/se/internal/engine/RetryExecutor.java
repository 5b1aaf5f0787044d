package org.esbmt.camel.se.internal.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.esbmt.camel.se.internal.work.Job;
import org.esbmt.camel.se.internal.work.UnitWorkers;
import org.esbmt.jbi.container.api.OverloadedException;

/**
 * The executor of Camel's delayed retries. Camel forgets an exchange whose retry does not run, so each retry runs
 * exactly once. A retry runs at its time, or at once on a worker if there is no room to wait. When the unit is closed,
 * the closing thread runs it. Camel's own shutdown of this executor stops no retry.
 */
final class RetryExecutor extends AbstractExecutorService implements ScheduledExecutorService {
    private final UnitWorkers workers;
    private volatile boolean down;

    RetryExecutor(UnitWorkers workers) {
        this.workers = workers;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        Retry retry = new Retry(command, System.nanoTime() + unit.toNanos(delay));
        try {
            workers.after(Duration.ofNanos(Math.max(0, unit.toNanos(delay))), retry);
        } catch (OverloadedException e) {
            atOnce(retry);
        } catch (RejectedExecutionException e) {
            retry.run();
        }
        return retry;
    }

    /** Runs the retry on a worker, because this thread may be an event loop, or the timer of all tenants. */
    private void atOnce(Retry retry) {
        try {
            workers.proceed(retry);
        } catch (RejectedExecutionException e) {
            retry.run();
        }
    }

    @Override
    public void execute(Runnable command) {
        ScheduledFuture<?> unused = schedule(command, 0, TimeUnit.NANOSECONDS);
    }

    /** A retry, which cannot be cancelled. */
    private static final class Retry extends FutureTask<Void> implements ScheduledFuture<Void>, Job {
        private final long due;

        Retry(Runnable command, long due) {
            super(command, null);
            this.due = due;
        }

        @Override
        public void cancelled() {
            run();
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            return false;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("a retry has no value");
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        throw new UnsupportedOperationException("a retry is run once");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("a retry is run once");
    }

    @Override
    public void shutdown() {
        down = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        down = true;
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return down;
    }

    @Override
    public boolean isTerminated() {
        return down;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return down;
    }
}
