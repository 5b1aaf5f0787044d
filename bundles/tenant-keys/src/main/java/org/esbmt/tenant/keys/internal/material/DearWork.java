package org.esbmt.tenant.keys.internal.material;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.api.RegistryException;

/**
 * Runs operations that take a processor for long, one at a time, at a lower priority than messages. Few callers wait; more
 * are refused.
 */
public final class DearWork implements AutoCloseable {
    private static final int MOST_WAITING = 16;
    private static final long LONGEST_SECONDS = 60;

    private final ThreadPoolExecutor worker =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), DearWork::thread);

    @SuppressWarnings("ThreadPriorityCheck") // no result depends on it
    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-key-material");
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    }

    /** An operation. */
    @FunctionalInterface
    interface Work<T> {
        T result() throws RegistryException;
    }

    <T> T run(Work<T> work) throws RegistryException {
        Future<T> result;
        try {
            result = worker.submit(work::result);
        } catch (RejectedExecutionException e) {
            throw new RegistryException.Unavailable("This node makes or reads other keys now: try again.", e);
        }
        try {
            return result.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RegistryException refused) {
                throw refused;
            }
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IllegalStateException("a key could not be made or read", e.getCause());
        } catch (java.util.concurrent.TimeoutException e) {
            result.cancel(true);
            throw new RegistryException.Unavailable("This node makes or reads other keys now: try again.", e);
        } catch (InterruptedException e) {
            result.cancel(true);
            Thread.currentThread().interrupt();
            throw new RegistryException.Unavailable("This node stops.", e);
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
