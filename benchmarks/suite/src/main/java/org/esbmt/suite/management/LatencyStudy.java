package org.esbmt.suite.management;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.esbmt.suite.management.Plane.RefusedException;
import org.esbmt.suite.result.ManagementLine;

/** The latencies of a read, a change and a batch, by one client that calls again after each answer. */
final class LatencyStudy {
    static final String NAME = "latency";

    private static final long LONGEST_MICROS = 600_000_000;
    private static final int DIGITS = 3;
    private static final long LEAST = 1_000;

    private final Plane plane;
    private final Assignment assignment;
    private long hard = LEAST;

    LatencyStudy(Plane plane, Assignment assignment) {
        this.plane = plane;
        this.assignment = assignment;
    }

    /** A call. */
    @FunctionalInterface
    private interface Call {
        void run() throws IOException, InterruptedException, RefusedException;
    }

    /** Reads some times, and makes some changes, so that compilers have seen the way. A change waits for the disk. */
    void warmUp(int calls) throws IOException, InterruptedException, RefusedException {
        for (int i = 0; i < calls; i++) {
            long unused = plane.readQuota();
            if (i % 10 == 0) {
                plane.changeQuota(next(), Plane.ONCE);
            }
        }
        plane.batch(nextBatch(), Plane.ONCE);
    }

    /** Measures all operations at one round trip. */
    List<ManagementLine> measure(int rttMillis) throws IOException, InterruptedException, RefusedException {
        int batches = Math.max(1, assignment.calls() / 10);
        return List.of(
                measure(rttMillis, "readQuota", 1, assignment.calls(), plane::readQuota),
                measure(rttMillis, "changeQuota", 1, assignment.calls(), () -> plane.changeQuota(next(), Plane.ONCE)),
                measure(
                        rttMillis,
                        "changeQuota",
                        assignment.batch(),
                        batches,
                        () -> plane.batch(nextBatch(), Plane.ONCE)));
    }

    private ManagementLine measure(int rttMillis, String operation, int batch, int calls, Call call)
            throws IOException, InterruptedException, RefusedException {
        Histogram micros = new Histogram(LONGEST_MICROS, DIGITS);
        for (int i = 0; i < calls; i++) {
            long begin = System.nanoTime();
            call.run();
            micros.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - begin) / 1_000));
        }
        return new ManagementLine(
                NAME,
                assignment.api(),
                rttMillis,
                operation,
                batch,
                assignment.round(),
                calls,
                micros.getMean(),
                micros.getValueAtPercentile(50),
                micros.getValueAtPercentile(95),
                micros.getValueAtPercentile(99),
                micros.getMaxValue(),
                0,
                "");
    }

    /** Another limit than before, so that each change is one. */
    private long next() {
        hard = hard % (2 * LEAST) + LEAST + 1;
        return hard;
    }

    private List<Long> nextBatch() {
        List<Long> hards = new ArrayList<>();
        for (int i = 0; i < assignment.batch(); i++) {
            hards.add(next());
        }
        return hards;
    }
}
