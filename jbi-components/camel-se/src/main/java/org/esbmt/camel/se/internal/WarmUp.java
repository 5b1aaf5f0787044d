package org.esbmt.camel.se.internal;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does work after a start, in a thread of its own, that would otherwise delay the first deployment. Nothing depends on
 * it: the first deployment does the remaining tasks. The thread ends with its last task, or when this is closed.
 */
final class WarmUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final long MOST_MILLIS_TO_END = 10_000;

    /** One task, normally of a second at most. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    private final List<Task> tasks;
    private final Thread thread;
    private volatile boolean closed;
    private volatile boolean complete;

    private WarmUp(List<Task> tasks) {
        this.tasks = List.copyOf(tasks);
        this.thread = new Thread(null, this::run, "camel-se-warm-up", 0, false);
        thread.setDaemon(true);
    }

    /** Starts the first task, and returns. */
    static WarmUp begin(List<Task> tasks) {
        WarmUp warmUp = new WarmUp(tasks);
        warmUp.thread.start();
        return warmUp;
    }

    private void run() {
        try {
            for (Task task : tasks) {
                if (closed) {
                    return;
                }
                task.run();
            }
            complete = true;
        } catch (Exception | LinkageError e) {
            LOG.info("The first deployment may take some seconds, because its preparation failed.", e);
        }
    }

    /** Returns true if the thread has ended. */
    boolean isOver() {
        return !thread.isAlive();
    }

    /** Returns true if every task was done. */
    boolean isComplete() {
        return complete;
    }

    /** Returns when the current task is over; the others are left out. */
    @Override
    public void close() {
        closed = true;
        try {
            // not interrupted: a class whose loading is interrupted may be lost for good
            thread.join(MOST_MILLIS_TO_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.info("The engine stops while it still prepares the first deployment.");
        }
    }
}
