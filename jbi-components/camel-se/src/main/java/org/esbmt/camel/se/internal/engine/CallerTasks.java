package org.esbmt.camel.se.internal.engine;

import java.util.ArrayDeque;
import org.apache.camel.spi.ReactiveExecutor;
import org.apache.camel.support.service.ServiceSupport;
import org.esbmt.jbi.container.api.LogAllowance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the steps of routes on the message's thread of arrival, one after the other. One instance serves all contexts.
 * Camel's own executor leaves a thread local behind on every thread that it has used, including those of other bundles.
 * This one has a thread local only while steps run.
 */
final class CallerTasks extends ServiceSupport implements ReactiveExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(CallerTasks.class);

    private static final ThreadLocal<Queues> RUNNING = new ThreadLocal<>();

    private final LogAllowance failureLines = new LogAllowance();

    /**
     * The tasks of a thread. The newest queue comes first, so that a route that begins inside another one ends first.
     */
    private static final class Queues {
        ArrayDeque<Runnable> tasks = new ArrayDeque<>();
        final ArrayDeque<ArrayDeque<Runnable>> interrupted = new ArrayDeque<>(0);

        void begin() {
            if (!tasks.isEmpty()) {
                interrupted.push(tasks);
                tasks = new ArrayDeque<>();
            }
        }

        Runnable next() {
            Runnable task = tasks.pollFirst();
            while (task == null && !interrupted.isEmpty()) {
                tasks = interrupted.pop();
                task = tasks.pollFirst();
            }
            return task;
        }
    }

    @Override
    public void schedule(Runnable task) {
        Queues queues = RUNNING.get();
        if (queues == null) {
            runAll(task);
        } else {
            queues.tasks.addLast(task);
        }
    }

    @Override
    public void scheduleMain(Runnable task) {
        Queues queues = RUNNING.get();
        if (queues == null) {
            runAll(task);
        } else {
            queues.begin();
            queues.tasks.addFirst(task);
        }
    }

    @Override
    public void scheduleSync(Runnable task) {
        Queues queues = RUNNING.get();
        if (queues == null) {
            runAll(task);
        } else {
            queues.begin();
            queues.tasks.addLast(task);
            drain(queues);
        }
    }

    @Override
    public void scheduleQueue(Runnable task) {
        schedule(task);
    }

    private void runAll(Runnable first) {
        Queues queues = new Queues();
        queues.tasks.add(first);
        RUNNING.set(queues);
        try {
            drain(queues);
        } finally {
            RUNNING.remove();
        }
    }

    private void drain(Queues queues) {
        for (Runnable task = queues.next(); task != null; task = queues.next()) {
            run(task);
        }
    }

    /**
     * Logs only the class name of a throwable: the throwable would keep classes of the bundle alive in the log's
     * buffers.
     */
    private void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            failureLines.error(
                    LOG,
                    () -> "A step of a route broke off with " + e.getClass().getName());
        }
    }

    @Override
    public boolean executeFromQueue() {
        Queues queues = RUNNING.get();
        Runnable task = queues == null ? null : queues.tasks.pollFirst();
        if (task == null) {
            return false;
        }
        run(task);
        return true;
    }

    @Override
    public void setStatisticsEnabled(boolean enabled) {}

    @Override
    public boolean isStatisticsEnabled() {
        return false;
    }
}
