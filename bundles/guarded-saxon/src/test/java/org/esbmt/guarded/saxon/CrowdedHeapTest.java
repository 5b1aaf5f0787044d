package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.esbmt.guarded.saxon.EvaluationStopped.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Evaluations that each keep their bounds, but together need more than the heap. */
@Timeout(120)
class CrowdedHeapTest {
    private static final int EVALUATIONS = 8;
    private static final int BYTES_OF_EACH = 24 << 20;

    @Test
    void theProcessSurvivesAndTheLargestEvaluationsAreStopped() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx96m",
                        "-XX:+UseG1GC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Crowd.class.getName())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(output).isZero();
            assertThat(output).matches("(?s).*\\d succeeded, [1-8] stopped\\s*");
        } finally {
            process.destroyForcibly();
        }
    }

    /** The main class of the other process. */
    static final class Crowd {
        private static final AtomicInteger SUCCEEDED = new AtomicInteger();
        private static final AtomicInteger STOPPED = new AtomicInteger();

        private Crowd() {}

        public static void main(String[] args) throws InterruptedException {
            Evaluation.prepare();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < EVALUATIONS; i++) {
                Thread thread = new Thread(Crowd::evaluate);
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(SUCCEEDED + " succeeded, " + STOPPED + " stopped");
        }

        private static void evaluate() {
            try {
                Evaluation.run(new Evaluation.Bounds(Duration.ofMinutes(1), 1 << 30), Crowd::fill);
                SUCCEEDED.incrementAndGet();
            } catch (EvaluationStopped e) {
                if (e.reason() == Reason.HEAP) {
                    STOPPED.incrementAndGet();
                }
            }
        }

        /** Fills its part, and holds it for a second. */
        private static int fill() {
            List<byte[]> held = new ArrayList<>();
            for (int bytes = 0; bytes < BYTES_OF_EACH; bytes += 64 << 10) {
                held.add(new byte[64 << 10]);
                pause();
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
}
