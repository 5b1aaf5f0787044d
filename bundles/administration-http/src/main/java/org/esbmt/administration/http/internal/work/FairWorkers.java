package org.esbmt.administration.http.internal.work;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
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
    private final Map<Lane, Queue<Runnable>> waiting = new LinkedHashMap<>();

    private boolean closed;

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
        synchronized (lock) {
            if (closed) {
                throw new RejectedExecutionException("the workers are closed");
            }
            if (!running.hasRoom(lane)) {
                if (!queued.hasRoom(lane)) {
                    throw new RejectedExecutionException("too many tasks wait");
                }
                queued.take(lane);
                waiting.computeIfAbsent(lane, l -> new ArrayDeque<>()).add(task);
                return;
            }
            running.take(lane);
        }
        pool.execute(() -> run(new Turn(lane, task)));
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
        for (Iterator<Map.Entry<Lane, Queue<Runnable>>> lanes =
                        waiting.entrySet().iterator();
                lanes.hasNext(); ) {
            Map.Entry<Lane, Queue<Runnable>> entry = lanes.next();
            Lane lane = entry.getKey();
            if (running.hasRoom(lane)) {
                Queue<Runnable> tasks = entry.getValue();
                Turn turn = new Turn(lane, tasks.remove());
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
