package org.esbmt.guarded.saxon;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Checks all evaluations every few milliseconds, and stops those that exceed a bound. If the heap is short, it stops the
 * largest ones. Its thread lives while there are evaluations, and a little longer. Most evaluations end before their first
 * check: a look at younger ones would take as long for nothing.
 */
final class Watch implements Runnable {
    static final Watch INSTANCE = new Watch();

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long FIRST_CHECK_NANOS = PERIOD_NANOS / 2;
    private static final int IDLE_PERIODS = 500;
    /** Evaluations below it are never stopped for others. */
    private static final long SMALL_BYTES = 1 << 20;

    private static final System.Logger LOG = System.getLogger(Watch.class.getName());

    private final Set<Evaluation> evaluations = ConcurrentHashMap.newKeySet();
    private final com.sun.management.ThreadMXBean threads =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final HeapRoom heap = HeapRoom.ofProcess();
    private volatile boolean watching;

    void begin(Evaluation evaluation) {
        evaluations.add(evaluation);
        if (!watching) {
            watch();
        }
    }

    void end(Evaluation evaluation) {
        evaluations.remove(evaluation);
    }

    private synchronized void watch() {
        if (!watching) {
            Thread thread = new Thread(this, "esbmt-evaluations");
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
            watching = true; // not before: without room for a thread, the next evaluation tries again
        }
    }

    @Override
    public void run() {
        int idle = 0;
        while (idle < IDLE_PERIODS || !mayRest()) {
            LockSupport.parkNanos(PERIOD_NANOS);
            idle = evaluations.isEmpty() ? idle + 1 : 0;
            try {
                checkAll(System.nanoTime());
            } catch (RuntimeException | Error e) { // without the watch no evaluation would be stopped
                LOG.log(System.Logger.Level.ERROR, "Evaluations could not be checked; the next check is in 2 ms.", e);
            }
        }
    }

    private void checkAll(long now) {
        boolean checked = false;
        for (Evaluation evaluation : evaluations) {
            if (evaluation.lasts(now) >= FIRST_CHECK_NANOS) {
                checked = true;
                check(evaluation, now);
            }
        }
        if (checked) {
            makeRoom();
        }
    }

    /** Survives every failure, so that the others are checked, too. */
    private void check(Evaluation evaluation, long now) {
        try {
            long thread = evaluation.threadId();
            evaluation.check(now, threads.getThreadCpuTime(thread), threads.getThreadAllocatedBytes(thread));
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "An evaluation could not be checked; the next check is in 2 ms.", e);
        }
    }

    /** Stops the largest evaluations after a collection that has left too little room. Survives every failure, too. */
    private void makeRoom() {
        try {
            long excess = heap.excess();
            if (excess > 0) {
                // read once: evaluations end meanwhile
                List<Map.Entry<Long, Evaluation>> largest = evaluations.stream()
                        .map(evaluation -> Map.entry(evaluation.mayHold(), evaluation))
                        .filter(entry -> entry.getKey() > SMALL_BYTES)
                        .sorted(Map.Entry.<Long, Evaluation>comparingByKey().reversed())
                        .toList();
                for (int i = 0; i < largest.size() && excess > 0; i++) {
                    largest.get(i).getValue().stopForOthers();
                    excess -= largest.get(i).getKey();
                }
            }
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "The heap could not be checked; the next check is in 2 ms.", e);
        }
    }

    /**
     * Decides whether the watch may end. An evaluation that begins later starts a new watch; an earlier one is seen
     * here.
     */
    private synchronized boolean mayRest() {
        watching = false;
        watching = !evaluations.isEmpty();
        return !watching;
    }
}
