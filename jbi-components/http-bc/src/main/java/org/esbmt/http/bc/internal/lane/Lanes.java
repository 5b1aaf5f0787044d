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
 * Runs blocking tasks on threads. Each tenant has a lane. A lane without a running task gets a thread at once, so the
 * slow tasks of several tenants together do not stop another one. Further threads of a lane, up to its share, are
 * common ones, for which lanes take turns. A task that exceeds its deadline fails; its thread is interrupted and another
 * one takes its place. The lane still counts a thread that does not return, so a tenant never has more threads than its
 * share. Thread-safe.
 */
public final class Lanes implements AutoCloseable {
    /** The largest number of threads in addition to the common ones: the first ones of lanes, and overdue ones. */
    private static final int MOST_MORE = 64;

    /** Called once for each task, on its thread or the timer's thread; must not block. */
    @FunctionalInterface
    public interface Outcome<T> {
        /**
         * Receives the end of a task.
         *
         * @param failure null if there is a result; a {@link TimeoutException} past the deadline
         */
        void of(T result, Throwable failure);

        /** Receives a result that came past the deadline, after the failure was reported. */
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
     * Creates lanes without threads; they start with the first task.
     *
     * @param name the name of the threads
     * @param threads the common threads: while fewer run, a lane can have more than one
     * @param share the largest number of threads for one lane
     * @param queued the largest number of waiting tasks of one lane
     */
    public Lanes(String name, int threads, int share, int queued) {
        this.name = requireNonNull(name, "name");
        this.threads = threads;
        this.share = share;
        this.queued = queued;
        this.pool = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE, // the fields of this class count the threads
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
     * Runs a task in its tenant's turn.
     *
     * @param nanos the time until the deadline, including the wait for its turn
     * @throws OverloadedException if too many tasks of the tenant wait already; the outcome is not called then
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

    /** Queues the lane for a turn, if it has a waiting task and a thread left of its share. */
    private void queueTurn(Lane lane) {
        if (!lane.inTurns && !lane.queue.isEmpty() && lane.running < share) {
            lane.inTurns = true;
            turns.add(lane);
        }
    }

    /** Starts tasks in the order of the turns, while a thread is free for them. */
    private void dispatch() {
        for (Lane lane = nextLane(); lane != null; lane = nextLane()) {
            turns.remove(lane);
            lane.inTurns = false;
            Task<?> task = lane.queue.remove();
            lane.running++;
            running++;
            pool.execute(() -> run(task));
            queueTurn(lane);
        }
    }

    /** The next lane that may have one more thread; null if there is none. It stays in the turns. */
    private Lane nextLane() {
        if (running + overdue >= threads + MOST_MORE) {
            return null;
        }
        if (running < threads) {
            return turns.peek();
        }
        return turns.stream().filter(lane -> lane.running == 0).findFirst().orElse(null);
    }

    private <T> void run(Task<T> task) {
        T result = null;
        Throwable failure = null;
        try {
            if (takeThread(task)) {
                result = task.work.call();
            }
        } catch (Throwable e) { // errors, too: the task's owner would wait until the deadline
            failure = e;
        }
        boolean late = leaveThread(task);
        if (!late) {
            task.outcome.of(result, failure);
        } else if (result != null) {
            task.outcome.unclaimed(result);
        }
    }

    /**
     * Stores the thread, so that the deadline can interrupt it. Returns false if the deadline is over: then the task
     * must not run.
     */
    private synchronized boolean takeThread(Task<?> task) {
        task.thread = Thread.currentThread();
        return !task.isOver;
    }

    /**
     * Returns the task's thread to the lane, and starts the next task.
     *
     * @return true if the deadline is over and has reported the outcome
     */
    private synchronized boolean leaveThread(Task<?> task) {
        task.thread = null;
        boolean interrupted = Thread.interrupted(); // the deadline may have interrupted this task
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

    /** Fails a task at its deadline: a waiting one does not run, a running one is interrupted. */
    private void expire(Task<?> task) {
        synchronized (this) {
            if (task.isOver) {
                return;
            }
            task.isOver = true;
            if (task.lane.queue.remove(task)) {
                forgetIfIdle(task.lane);
            } else {
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

    /** Fails waiting tasks, and interrupts running ones. */
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

    /** Guarded by the lanes, except for its final fields. */
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
