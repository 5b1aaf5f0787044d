package org.esbmt.camel.se.internal.work;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.esbmt.camel.se.internal.work.Lane.Entry;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of the service engine, one bounded set for all tenants, and its one timer. Tenants with work take turns,
 * job by job, and none may occupy all threads. Once a thread is free, a tenant's next job waits for at most one job of
 * each other tenant. A job above a tenant's share is refused with {@link OverloadedException} and counted. No tenant
 * has a thread of its own, and without work no thread exists.
 */
public final class TenantWorkers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TenantWorkers.class);

    private final WorkLimits limits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Owner, Lane> lanes = new HashMap<>();
    private final Set<UnitWorkers> units = new HashSet<>();
    private final ArrayDeque<Lane> round = new ArrayDeque<>();
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor timer;
    private final LongAdder refused = new LongAdder();
    private final LogAllowance failureLines = new LogAllowance();
    private int active;
    private boolean closed;

    public TenantWorkers(WorkLimits limits) {
        this.limits = requireNonNull(limits, "limits");
        long idle = limits.idle().toNanos();
        threads = new ThreadPoolExecutor(
                limits.threads(),
                limits.threads(),
                idle,
                TimeUnit.NANOSECONDS,
                new LinkedBlockingQueue<>(),
                named("camel-se-worker"));
        threads.allowCoreThreadTimeOut(true);
        timer = new ScheduledThreadPoolExecutor(1, named("camel-se-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(idle, TimeUnit.NANOSECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /**
     * Creates threads without the creator's class loader and inheritable thread locals, because a thread outlives its
     * first unit.
     */
    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return r -> {
            Thread thread = new Thread(null, r, name + "-" + count.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(TenantWorkers.class.getClassLoader());
            return thread;
        };
    }

    /**
     * A service unit's access to the share of its tenant. The units of a tenant have one share together.
     *
     * @throws IllegalStateException if closed
     */
    public UnitWorkers open(Owner owner) {
        requireNonNull(owner, "owner");
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the service engine is stopped");
            }
            Lane lane = lanes.computeIfAbsent(owner, Lane::new);
            lane.units++;
            UnitWorkers unit = new UnitWorkers(this, lane);
            units.add(unit);
            return unit;
        } finally {
            lock.unlock();
        }
    }

    /** The number of refused jobs since the start. */
    public long refused() {
        return refused.sum();
    }

    /** The number of threads that run jobs, or are about to. */
    public int active() {
        return guarded(() -> active);
    }

    /** The number of jobs of all tenants that wait for a thread. */
    public int queued() {
        return guarded(
                () -> lanes.values().stream().mapToInt(l -> l.queue.size()).sum());
    }

    /** The number of jobs of all tenants that wait for their time. */
    public int waiting() {
        return guarded(() -> lanes.values().stream().mapToInt(l -> l.waiting).sum());
    }

    /** The number of tenants with open units or with jobs. */
    int lanes() {
        return guarded(lanes::size);
    }

    /** The number of tasks that the timer itself still holds; never more than {@link #waiting}. */
    int timerTasks() {
        return timer.getQueue().size();
    }

    private <T> T guarded(Supplier<T> read) {
        lock.lock();
        try {
            return read.get();
        } finally {
            lock.unlock();
        }
    }

    // ---- for UnitWorkers

    void submit(UnitWorkers unit, Job job) {
        lock.lock();
        try {
            unit.requireOpen();
            Lane lane = unit.lane();
            if (lane.queue.size() >= limits.queuedOfTenant()) {
                refused.increment();
                throw new OverloadedException("the tenant's queue of work in the service engine is full");
            }
            enqueue(lane, new Entry(unit, job));
        } finally {
            lock.unlock();
        }
    }

    /** Queues the job of an exchange that was accepted before. It is not refused, however many wait. */
    void proceed(UnitWorkers unit, Job job) {
        lock.lock();
        try {
            unit.requireOpen();
            enqueue(unit.lane(), new Entry(unit, job));
        } finally {
            lock.unlock();
        }
    }

    void later(UnitWorkers unit, TimedJob timed, long nanos) {
        lock.lock();
        try {
            unit.requireOpen();
            Lane lane = unit.lane();
            if (lane.waiting >= limits.waitingOfTenant()) {
                refused.increment();
                throw new OverloadedException("too much of the tenant waits for its time in the service engine");
            }
            lane.waiting++;
            unit.timed().add(timed);
            timed.future = timer.schedule(() -> due(timed), nanos, TimeUnit.NANOSECONDS);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Moves the job from the waiting ones to the queue, however full that is. A job that was accepted once is not
     * refused.
     */
    private void due(TimedJob timed) {
        lock.lock();
        try {
            UnitWorkers unit = timed.unit;
            if (unit.timed().remove(timed)) {
                unit.lane().waiting--;
                enqueue(unit.lane(), new Entry(unit, timed.job));
            }
        } finally {
            lock.unlock();
        }
    }

    boolean takeBack(TimedJob timed) {
        lock.lock();
        try {
            if (!timed.unit.timed().remove(timed)) {
                return false;
            }
            timed.unit.lane().waiting--;
            timed.future.cancel(false);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back every job of the unit that has not begun, and cancels it. */
    void close(UnitWorkers unit) {
        List<Job> cancelled = new ArrayList<>();
        lock.lock();
        try {
            if (!unit.markClosed()) {
                return;
            }
            units.remove(unit);
            Lane lane = unit.lane();
            for (Iterator<Entry> i = lane.queue.iterator(); i.hasNext(); ) {
                Entry entry = i.next();
                if (entry.unit() == unit) {
                    i.remove();
                    cancelled.add(entry.job());
                }
            }
            for (TimedJob timed : unit.timed()) {
                timed.future.cancel(false);
                lane.waiting--;
                cancelled.add(timed.job);
            }
            unit.timed().clear();
            lane.units--;
            forgetIfUnused(lane);
        } finally {
            lock.unlock();
        }
        for (Job job : cancelled) {
            guard(job::cancelled);
        }
    }

    // ---- turns

    /** Called under the lock. */
    private void enqueue(Lane lane, Entry entry) {
        lane.queue.addLast(entry);
        joinRound(lane);
        if (!round.isEmpty() && active < limits.threads()) {
            active++;
            threads.execute(this::work);
        }
    }

    private void joinRound(Lane lane) {
        if (!lane.inRound && !lane.queue.isEmpty() && lane.running < limits.runningOfTenant()) {
            lane.inRound = true;
            round.addLast(lane);
        }
    }

    private void work() {
        Lane ran = null;
        while (true) {
            Entry next;
            lock.lock();
            try {
                if (ran != null) {
                    ran.running--;
                    joinRound(ran);
                    forgetIfUnused(ran);
                    ran = null;
                }
                next = takeTurn();
                if (next == null) {
                    active--;
                    return;
                }
                ran = next.unit().lane();
            } finally {
                lock.unlock();
            }
            guard(next.job()::run);
        }
    }

    /**
     * Called under the lock. The lane goes to the end of the round; a lane whose unit was closed may be empty by now.
     */
    private Entry takeTurn() {
        for (Lane lane = round.pollFirst(); lane != null; lane = round.pollFirst()) {
            lane.inRound = false;
            Entry next = lane.queue.pollFirst();
            if (next != null) {
                lane.running++;
                joinRound(lane);
                return next;
            }
        }
        return null;
    }

    private void forgetIfUnused(Lane lane) {
        if (lane.units == 0 && lane.running == 0 && lane.queue.isEmpty() && lane.waiting == 0) {
            lanes.remove(lane.owner, lane);
        }
    }

    /**
     * Logs only the class name of a throwable: the throwable would keep classes of the bundle alive in the log's
     * buffers.
     */
    private void guard(Runnable call) {
        try {
            call.run();
        } catch (Throwable t) {
            failureLines.error(
                    LOG,
                    () -> "A job of the service engine broke off with "
                            + t.getClass().getName());
        } finally {
            Thread.interrupted();
        }
    }

    /** Closes units that are still open, then ends the threads; running jobs are interrupted. */
    @Override
    public void close() {
        List<UnitWorkers> open = guarded(() -> {
            closed = true;
            return List.copyOf(units);
        });
        open.forEach(this::close);
        timer.shutdownNow();
        threads.shutdownNow();
    }
}
