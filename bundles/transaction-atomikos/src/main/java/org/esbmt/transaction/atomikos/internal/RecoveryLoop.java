package org.esbmt.transaction.atomikos.internal;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs recovery in a thread of its own: at intervals while branches are unfinished, and on request. */
final class RecoveryLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryLoop.class);
    private static final Duration END = Duration.ofSeconds(20);

    private final Recovery recovery;
    private final InDoubtBranches inDoubt;
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, task -> {
        Thread one = new Thread(task, "esbmt transaction recovery");
        one.setDaemon(true);
        return one;
    });

    private final Future<?> repeated;

    RecoveryLoop(Recovery recovery, InDoubtBranches inDoubt, Duration interval) {
        this.recovery = recovery;
        this.inDoubt = inDoubt;
        repeated = thread.scheduleWithFixedDelay(
                this::run, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Requests a pass, and returns at once. */
    void soon() {
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException e) {
            LOG.debug("Transactions are stopped: the rest is recovered after the next start.", e);
        }
    }

    private void run() {
        try {
            recovery.runIfNeeded();
            inDoubt.raiseAlarms();
        } catch (RuntimeException e) {
            LOG.error("Recovery of transactions failed; it is tried again.", e);
        }
    }

    /** Waits for a running pass, for a limited time. */
    @Override
    public void close() {
        repeated.cancel(true);
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(END.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("Recovery of transactions hangs in a resource and is left to itself.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
