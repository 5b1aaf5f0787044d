package org.esbmt.camel.se.internal.work;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.esbmt.jbi.container.api.OverloadedException;

/**
 * A unit's workers as an executor, for code that requires one. It has no threads of its own. A task that waits for
 * another one of the same tenant occupies a thread meanwhile; this class cannot prevent that.
 */
final class UnitExecutor extends AbstractExecutorService implements ScheduledExecutorService {
    private final UnitWorkers workers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition ended = lock.newCondition();
    /** The tasks that are neither ended nor cancelled, running ones included. */
    private final Set<Task> open = new LinkedHashSet<>();

    private boolean down;

    UnitExecutor(UnitWorkers workers) {
        this.workers = workers;
    }

    @Override
    public void execute(Runnable command) {
        Task task = new Task(requireNonNull(command, "command"));
        admit(task);
        submit(task);
    }

    private void submit(Task task) {
        try {
            workers.execute(task);
        } catch (OverloadedException e) {
            left(task);
            throw new RejectedExecutionException(e.getMessage(), e);
        } catch (RejectedExecutionException e) {
            left(task);
            throw e;
        }
    }

    private void later(Task task, long nanos) {
        try {
            task.waitsAs(workers.after(Duration.ofNanos(Math.max(0, nanos)), task));
        } catch (OverloadedException e) {
            left(task);
            throw new RejectedExecutionException(e.getMessage(), e);
        } catch (RejectedExecutionException e) {
            left(task);
            throw e;
        }
    }

    private void admit(Task task) {
        lock.lock();
        try {
            if (down) {
                throw new RejectedExecutionException("the executor is shut down");
            }
            open.add(task);
        } finally {
            lock.unlock();
        }
    }

    private void left(Task task) {
        lock.lock();
        try {
            open.remove(task);
            if (down && open.isEmpty()) {
                ended.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- times

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(Executors.callable(command), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return start(new Scheduled<>(requireNonNull(callable, "callable"), unit.toNanos(delay)));
    }

    /** Schedules like {@link #scheduleWithFixedDelay}: a tenant whose turn comes late does not catch up. */
    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initial, long period, TimeUnit unit) {
        return scheduleWithFixedDelay(command, initial, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initial, long delay, TimeUnit unit) {
        if (delay <= 0) {
            throw new IllegalArgumentException("the delay is " + delay + " and must be more than nothing");
        }
        return start(new Scheduled<>(requireNonNull(command, "command"), unit.toNanos(initial), unit.toNanos(delay)));
    }

    private <V> Scheduled<V> start(Scheduled<V> scheduled) {
        scheduled.arm(scheduled.initial);
        return scheduled;
    }

    // ---- the end

    /** Cancels tasks that wait for their time. Tasks that wait for a thread still run. */
    @Override
    public void shutdown() {
        for (Task task : shut()) {
            if (task.isTimed()) {
                task.cancelled();
            }
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        List<Runnable> never = new ArrayList<>();
        for (Task task : shut()) {
            if (task.takeBack()) {
                never.add(task.command);
            }
        }
        return never;
    }

    private List<Task> shut() {
        lock.lock();
        try {
            down = true;
            if (open.isEmpty()) {
                ended.signalAll();
            }
            return List.copyOf(open);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isShutdown() {
        lock.lock();
        try {
            return down;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isTerminated() {
        lock.lock();
        try {
            return down && open.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long left = unit.toNanos(timeout);
        lock.lockInterruptibly();
        try {
            while (!down || !open.isEmpty()) {
                if (left <= 0) {
                    return false;
                }
                left = ended.awaitNanos(left);
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** One run of a command. */
    private final class Task implements Job {
        final Runnable command;
        private Waiting waiting;
        private boolean decided;

        Task(Runnable command) {
            this.command = command;
        }

        /** Returns true if this call decides the end of the task. */
        private synchronized boolean decide() {
            boolean first = !decided;
            decided = true;
            return first;
        }

        synchronized void waitsAs(Waiting timer) {
            waiting = timer;
            if (decided) {
                timer.cancel();
            }
        }

        boolean isTimed() {
            return command instanceof Scheduled;
        }

        @Override
        public void run() {
            if (decide()) {
                try {
                    command.run();
                } finally {
                    left(this);
                }
            }
        }

        @Override
        public void cancelled() {
            if (takeBack() && command instanceof Future<?> future) {
                future.cancel(false);
            }
        }

        /**
         * Takes the task back; returns true if it will not run. A task in the tenant's queue stays there until its
         * turn, and does nothing then.
         */
        boolean takeBack() {
            if (!decide()) {
                return false;
            }
            synchronized (this) {
                if (waiting != null) {
                    waiting.cancel();
                }
            }
            left(this);
            return true;
        }
    }

    /** A command with a start time, possibly repeated. */
    private final class Scheduled<V> extends FutureTask<V> implements ScheduledFuture<V> {
        private final long initial;
        private final long period;
        private volatile Task task;
        private volatile long due;

        Scheduled(Callable<V> callable, long initial) {
            super(callable);
            this.initial = initial;
            this.period = 0;
        }

        Scheduled(Runnable command, long initial, long period) {
            super(command, null);
            this.initial = initial;
            this.period = period;
        }

        void arm(long nanos) {
            Task next = new Task(this);
            admit(next);
            due = System.nanoTime() + nanos;
            task = next;
            later(next, nanos);
            if (isCancelled()) {
                next.takeBack();
            }
        }

        @Override
        public void run() {
            if (period == 0) {
                super.run();
            } else if (runAndReset()) {
                try {
                    arm(period);
                } catch (RejectedExecutionException e) {
                    cancel(false);
                }
            }
        }

        @Override
        protected void done() {
            if (isCancelled() && task != null) {
                task.takeBack();
            }
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
}
