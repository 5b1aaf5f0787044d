package org.esbmt.http.bc.internal.lane;

import static java.util.Objects.requireNonNull;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;

/**
 * Runs blocking tasks on a few threads. Each tenant has a lane; lanes take turns, and none has more than its share of
 * the threads. A task that passes its deadline fails; its thread is interrupted and another one takes its place. The
 * lane still counts a thread that does not come back, so a tenant never has more threads than its share. Any thread.
 */
public final class Lanes implements AutoCloseable {
    private static final int MOST_OVERDUE = 64;

    /** Told once of each task, on the thread that ran it or on the one that keeps the time; must not block. */
    @FunctionalInterface
    public interface Outcome<T> {
        /**
         * Tells the end of a task.
         *
         * @param failure null if there is a result; a {@link TimeoutException} past the deadline
         */
        void of(T result, Throwable failure);

        /** A result that came past the deadline, which was told before. */
        default void unclaimed(T result) {}
    }

    private final String name;
    private final int threads;
    private final int share;
    private final int queued;
    private final ThreadPoolExecutor pool;
    private final ScheduledThreadPoolExecutor time;

    // guarded by this
    private final Map<Owner, Lane> lanes = new HashMap<>();
    private final ArrayDeque<Lane> turns = new ArrayDeque<>();
    private int running;
    private int overdue;
    private boolean closed;

    private static final class Lane {
        final Owner owner;
        final ArrayDeque<Task<?>> queue = new ArrayDeque<>();
        int running;
        boolean inTurns;

        Lane(Owner owner) {
            this.owner = owner;
        }
    }

    /**
     * No threads before there is work.
     *
     * @param name of the threads
     * @param threads that run tasks, those that are overdue not counted
     * @param share of them that one lane may have
     * @param queued tasks of one lane that may wait
     */
    public Lanes(String name, int threads, int share, int queued) {
        this.name = requireNonNull(name, "name");
        this.threads = threads;
        this.share = share;
        this.queued = queued;
        this.pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE, // no more than are counted here
                30,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                new DefaultThreadFactory(name, true));
        this.time = new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory(name + "-time", true));
        time.setRemoveOnCancelPolicy(true);
        time.setKeepAliveTime(30, TimeUnit.SECONDS);
        time.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task when it is its tenant's turn.
     *
     * @param nanos until the deadline, the wait for its turn included
     * @throws OverloadedException if too many of the tenant's wait already; the outcome is not told then
     */
    public <T> void execute(Owner owner, long nanos, Callable<T> work, Outcome<T> outcome) {
        Task<T> task;
        synchronized (this) {
            Lane lane = lanes.computeIfAbsent(owner.tenantWide(), Lane::new);
            if (closed || lane.queue.size() >= queued) {
                throw new OverloadedException(
                        closed
                                ? name + " is closed"
                                : queued + " tasks of " + lane.owner + " wait for " + name + " already");
            }
            task = new Task<>(lane, work, outcome);
            lane.queue.add(task);
            scheduleDeadline(task, nanos);
            queueTurn(lane);
            dispatch();
        }
    }

    private void scheduleDeadline(Task<?> task, long nanos) {
        task.deadline = time.schedule(() -> expire(task), Math.max(0, nanos), TimeUnit.NANOSECONDS);
    }

    /** Queues the lane for a turn, if it has a task that waits and a thread left of its share. */
    private void queueTurn(Lane lane) {
        if (!lane.inTurns && !lane.queue.isEmpty() && lane.running < share) {
            lane.inTurns = true;
            turns.add(lane);
        }
    }

    /** Starts tasks in the order of the turns, as long as a thread is free. */
    private void dispatch() {
        while (running < threads && !turns.isEmpty()) {
            Lane lane = turns.remove();
            lane.inTurns = false;
            Task<?> task = lane.queue.remove();
            lane.running++;
            running++;
            pool.execute(() -> run(task));
            queueTurn(lane);
        }
    }

    private <T> void run(Task<T> task) {
        T result = null;
        Throwable failure = null;
        try {
            if (takeThread(task)) {
                result = task.work.call();
            }
        } catch (Throwable e) { // an error too: the task's owner would wait until the deadline
            failure = e;
        }
        boolean late = leaveThread(task);
        if (!late) {
            task.outcome.of(result, failure);
        } else if (result != null) {
            task.outcome.unclaimed(result);
        }
    }

    /** Notes the thread, for the deadline to interrupt it. False if the deadline has passed: the task is not to run. */
    private synchronized boolean takeThread(Task<?> task) {
        task.thread = Thread.currentThread();
        return !task.isOver;
    }

    /**
     * Gives the task's thread back to the lane, and the thread to the next task.
     *
     * @return whether the deadline has passed, which has told the outcome
     */
    private synchronized boolean leaveThread(Task<?> task) {
        task.thread = null;
        boolean interrupted = Thread.interrupted(); // by the deadline, for this task
        Lane lane = task.lane;
        lane.running--;
        if (task.isOverdue) {
            overdue--;
        } else {
            running--;
        }
        boolean late = task.isOver;
        task.isOver = true;
        task.deadline.cancel(false);
        queueTurn(lane);
        if (lane.running == 0 && lane.queue.isEmpty()) {
            lanes.remove(lane.owner);
        }
        if (!closed) {
            dispatch();
        } else if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return late;
    }

    /** Fails a task whose deadline has passed: one that waits does not run, one that runs is interrupted. */
    private void expire(Task<?> task) {
        synchronized (this) {
            if (task.isOver) {
                return;
            }
            task.isOver = true;
            if (task.lane.queue.remove(task)) {
                forgetIfIdle(task.lane);
            } else if (overdue < MOST_OVERDUE) {
                task.isOverdue = true;
                overdue++;
                running--;
            }
            if (task.thread != null) {
                task.thread.interrupt();
            }
            if (!closed) {
                dispatch();
            }
        }
        task.outcome.of(null, new TimeoutException(name + " did not end in time"));
    }

    private void forgetIfIdle(Lane lane) {
        if (lane.queue.isEmpty() && turns.remove(lane)) {
            lane.inTurns = false;
        }
        if (lane.running == 0 && lane.queue.isEmpty()) {
            lanes.remove(lane.owner);
        }
    }

    /** Tasks that wait fail; those that run are interrupted. */
    @Override
    public void close() {
        List<Task<?>> waiting = new ArrayList<>();
        synchronized (this) {
            closed = true;
            for (Lane lane : lanes.values()) {
                waiting.addAll(lane.queue);
                lane.queue.clear();
                lane.inTurns = false;
            }
            turns.clear();
            waiting.forEach(task -> task.isOver = true);
        }
        time.shutdownNow();
        pool.shutdownNow();
        waiting.forEach(task -> task.outcome.of(null, new OverloadedException(name + " is closed")));
    }

    /** Guarded by the lanes but for its final fields. */
    private static final class Task<T> {
        final Lane lane;
        final Callable<T> work;
        final Outcome<T> outcome;
        Future<?> deadline;
        Thread thread;
        boolean isOver;
        boolean isOverdue;

        Task(Lane lane, Callable<T> work, Outcome<T> outcome) {
            this.lane = lane;
            this.work = requireNonNull(work, "work");
            this.outcome = requireNonNull(outcome, "outcome");
        }
    }
}
