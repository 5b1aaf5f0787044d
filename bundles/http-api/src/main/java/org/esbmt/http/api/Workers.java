package org.esbmt.http.api;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A bounded number of threads for handlers, and a bounded queue before them. More requests are answered with 503. */
public final class Workers implements Executor, AutoCloseable {
    private static final int CLOSE_SECONDS = 5;

    private final ThreadPoolExecutor pool;

    /**
     * @param name the beginning of the threads' names
     * @param waiting the requests that may wait for a thread, 1 at least
     */
    public Workers(String name, int threads, int waiting) {
        pool = new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(waiting),
                new DefaultThreadFactory(name, true));
        pool.allowCoreThreadTimeOut(true);
    }

    /** @throws java.util.concurrent.RejectedExecutionException if too many tasks wait, or after {@link #close} */
    @Override
    public void execute(Runnable task) {
        pool.execute(task);
    }

    /** Interrupts the tasks that are running, drops the waiting ones, and waits for at most five seconds. */
    @Override
    public void close() {
        pool.shutdownNow();
        try {
            pool.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
