package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Evaluations that each keep their bounds, but together need more than the heap. */
@Timeout(120)
class CrowdedHeapTest {
    private static final int EVALUATIONS = 8;
    private static final int BYTES_OF_EACH = 24 << 20;
    /** The allocations of a thread, about a millisecond each, after which it waits for the other threads. */
    private static final int STEP = 4;

    @ParameterizedTest
    @ValueSource(strings = {"G1", "Serial", "Parallel"})
    void theProcessSurvivesAndTheLargestEvaluationsAreStopped(String collector) throws Exception {
        assertThat(output(collector, Crowd.class)).matches("(?s).*\\d succeeded, [1-8] stopped\\s*");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Serial", "Parallel"})
    void garbageOfOthersStopsNoEvaluation(String collector) throws Exception {
        assertThat(output(collector, Garbage.class)).matches("(?s).*1 succeeded, 0 stopped\\s*");
    }

    private static String output(String collector, Class<?> main) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+Use" + collector + "GC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }

    /**
     * The looks of the watch at the evaluations. Its thread parks before each one. A processor that pauses with this
     * thread alone would let the others fill the heap.
     */
    private static final class Looks {
        private static final String THREAD = "esbmt-evaluations";
        private static final int MOST_PAUSES = 30_000;

        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final long watch = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(THREAD))
                .findFirst()
                .orElseThrow()
                .getId();
        private long seen;

        /** Returns as soon as the watch has looked since the last call. */
        void awaitNext() {
            for (int i = 0; !isNext() && i < MOST_PAUSES; i++) {
                Crowd.pause();
            }
        }

        private boolean isNext() {
            ThreadInfo now = threads.getThreadInfo(watch);
            if (now == null) {
                return true; // it has ended, and with it all evaluations
            }
            boolean next = now.getWaitedCount() != seen;
            seen = now.getWaitedCount();
            return next;
        }
    }

    /** The main class of the other process. */
    static final class Crowd {
        private static final AtomicInteger SUCCEEDED = new AtomicInteger();
        private static final AtomicInteger STOPPED = new AtomicInteger();
        /** Keeps the evaluations at the same step, so that none has ended before the others are as large. */
        private static final Phaser STEPS = new Phaser(EVALUATIONS);

        private Crowd() {}

        public static void main(String[] args) throws InterruptedException {
            Evaluation.prepare();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < EVALUATIONS; i++) {
                Thread thread = new Thread(Crowd::step);
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(SUCCEEDED + " succeeded, " + STOPPED + " stopped");
        }

        private static void step() {
            try {
                evaluate(Crowd::fill);
            } finally {
                STEPS.arriveAndDeregister();
            }
        }

        private static void evaluate(Evaluation.Work<Integer, RuntimeException> evaluated) {
            try {
                Evaluation.run(new Evaluation.Bounds(Duration.ofMinutes(1), 1 << 30), evaluated);
                SUCCEEDED.incrementAndGet();
            } catch (EvaluationStopped e) {
                if (e.reason() == Reason.HEAP) {
                    STOPPED.incrementAndGet();
                }
            }
        }

        /** Fills its part, and holds it for a second. */
        private static int fill() {
            Looks looks = new Looks();
            List<byte[]> held = new ArrayList<>();
            for (int bytes = 0; bytes < BYTES_OF_EACH; bytes += 64 << 10) {
                held.add(new byte[64 << 10]);
                pause();
                if (held.size() % STEP == 0) {
                    looks.awaitNext();
                    STEPS.arriveAndAwaitAdvance();
                }
            }
            for (int i = 0; i < 1000; i++) {
                pause();
            }
            return held.size();
        }

        private static void pause() {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            Guard.check();
        }
    }

    /** The main class of a process with one evaluation, beside a thread whose memory becomes garbage in the old generation. */
    static final class Garbage {
        private static final int LIVE = 96;
        private static final int MADE = 4_000;
        /** The arrays after which each thread waits for the watch. */
        private static final int MADE_A_LOOK = 32;

        private Garbage() {}

        public static void main(String[] args) throws InterruptedException {
            Evaluation.prepare();
            CountDownLatch begun = new CountDownLatch(1);
            AtomicBoolean ended = new AtomicBoolean();
            Thread evaluation = new Thread(() -> Crowd.evaluate(() -> hold(begun, ended)));
            evaluation.start();
            begun.await();
            Looks looks = new Looks();
            byte[][] live = new byte[LIVE][];
            for (int i = 0; i < MADE; i++) {
                live[i % LIVE] = new byte[128 << 10];
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
                if (i % MADE_A_LOOK == 0) {
                    looks.awaitNext();
                }
            }
            ended.set(true);
            evaluation.join();
            System.out.println(Crowd.SUCCEEDED + " succeeded, " + Crowd.STOPPED + " stopped");
        }

        /** Holds some memory until the other thread has ended. */
        private static int hold(CountDownLatch begun, AtomicBoolean ended) {
            begun.countDown();
            Looks looks = new Looks();
            byte[][] held = new byte[64][];
            for (int i = 0; !ended.get(); i++) {
                held[i % held.length] = new byte[64 << 10];
                Crowd.pause();
                if (i % MADE_A_LOOK == 0) {
                    looks.awaitNext();
                }
            }
            return held.length;
        }
    }
}
