package org.esbmt.administration.http.internal.work;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded number of threads, and a bounded number of waiting tasks. Each {@link Lane} has its part of both, and the
 * waiting lanes get threads in turns. Usable on any thread.
 */
public final class FairWorkers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FairWorkers.class);
    private static final int CLOSE_SECONDS = 5;

    private final ThreadPoolExecutor pool;
    /** Guards the following fields. */
    private final Object lock = new Object();

    private final Shares running;
    private final Shares queued;
    /** The waiting tasks by lane; the lane whose turn is next is the first. */
    private final Map<Lane, Deque<Waiting>> waiting = new LinkedHashMap<>();

    private boolean closed;

    /** @param displaced what is done instead if the task loses its place; empty for a task that keeps it */
    private record Waiting(Runnable task, Optional<Runnable> displaced) {}

    /** A task that has a thread. */
    private record Turn(Lane lane, Runnable task) {}

    /**
     * @param name the beginning of the threads' names
     * @param waiting the tasks of all lanes that may wait for a thread, 1 at least
     */
    public FairWorkers(String name, int threads, int waiting) {
        running = new Shares(threads);
        queued = new Shares(waiting);
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), work -> {
            Thread thread = new Thread(work, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs a task in a thread, perhaps after others.
     *
     * @throws RejectedExecutionException if too many tasks of the lane wait, or after {@link #close}
     */
    public void execute(Lane lane, Runnable task) {
        place(lane, new Waiting(task, Optional.empty()));
    }

    /**
     * Runs a task in a thread, perhaps after others, as long as no lane with fewer waiting tasks needs its place. So a few
     * lanes cannot keep all others out.
     *
     * @param displaced runs in place of the task, on the thread that hands in the other one; must not block
     * @throws RejectedExecutionException if too many tasks of the lane wait, or after {@link #close}
     */
    public void execute(Lane lane, Runnable task, Runnable displaced) {
        place(lane, new Waiting(task, Optional.of(displaced)));
    }

    private void place(Lane lane, Waiting task) {
        Optional<Runnable> displaced = Optional.empty();
        boolean runs;
        synchronized (lock) {
            if (closed) {
                throw new RejectedExecutionException("the workers are closed");
            }
            runs = running.hasRoom(lane);
            if (runs) {
                running.take(lane);
            } else {
                if (!queued.hasRoom(lane)) {
                    displaced = Optional.of(makeRoom(lane));
                }
                queued.take(lane);
                waiting.computeIfAbsent(lane, l -> new ArrayDeque<>()).add(task);
            }
        }
        if (runs) {
            pool.execute(() -> run(new Turn(lane, task.task())));
        }
        displaced.ifPresent(Runnable::run);
    }

    /** Takes the place of the last task of the lane of the same group with the most waiting ones. */
    private Runnable makeRoom(Lane lane) {
        int own = waiting.containsKey(lane) ? waiting.get(lane).size() : 0;
        Optional<Map.Entry<Lane, Deque<Waiting>>> longest = waiting.entrySet().stream()
                .filter(each -> each.getKey().group() == lane.group())
                .max(Comparator.comparingInt(each -> each.getValue().size()))
                .filter(each -> each.getValue().size() > own + 1)
                .filter(each -> each.getValue().getLast().displaced().isPresent());
        if (longest.isPresent()) {
            queued.giveBack(longest.get().getKey());
            if (queued.hasRoom(lane)) {
                return longest.get().getValue().removeLast().displaced().orElseThrow();
            }
            queued.take(longest.get().getKey());
        }
        throw new RejectedExecutionException("too many tasks wait");
    }

    /** Runs a task, and then those whose turn is next. */
    private void run(Turn first) {
        Optional<Turn> turn = Optional.of(first);
        while (turn.isPresent()) {
            Lane lane = turn.get().lane();
            try {
                turn.get().task().run();
            } catch (RuntimeException | Error e) {
                LOG.error("A task of the administration port failed inside the bus.", e);
            }
            synchronized (lock) {
                running.giveBack(lane);
                turn = next();
            }
        }
    }

    private Optional<Turn> next() {
        for (Iterator<Map.Entry<Lane, Deque<Waiting>>> lanes =
                        waiting.entrySet().iterator();
                lanes.hasNext(); ) {
            Map.Entry<Lane, Deque<Waiting>> entry = lanes.next();
            Lane lane = entry.getKey();
            if (running.hasRoom(lane)) {
                Deque<Waiting> tasks = entry.getValue();
                Turn turn = new Turn(lane, tasks.remove().task());
                lanes.remove();
                if (!tasks.isEmpty()) {
                    waiting.put(lane, tasks); // behind the others
                }
                queued.giveBack(lane);
                running.take(lane);
                return Optional.of(turn);
            }
        }
        return Optional.empty();
    }

    /** Interrupts the running tasks, drops the waiting ones, and waits for at most five seconds. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            waiting.clear();
        }
        pool.shutdownNow();
        try {
            pool.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
