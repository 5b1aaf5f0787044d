package org.esbmt.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.esbmt.harness.Script;
import org.esbmt.load.ProcessCpu;
import org.esbmt.suite.result.CpuSample;

/** Samples the processor load of processes on a thread of its own. */
final class Meter implements AutoCloseable {
    private static final long EVERY_MILLIS = 250;

    private final int window;
    private final List<Long> pids;
    private final double microsAtStart;
    private final long start = System.nanoTime();
    private final List<CpuSample> samples = new ArrayList<>(); // guarded by this
    private final Thread thread = new Thread(this::sample, "cpu samples");

    /** @throws UncheckedIOException if a process has ended */
    Meter(int window, List<Long> pids) {
        this.window = window;
        this.pids = pids;
        microsAtStart = ProcessCpu.micros(pids);
        if (!pids.isEmpty()) {
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void sample() {
        double before = microsAtStart;
        long at = start;
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
                double now = ProcessCpu.micros(pids);
                long nanos = System.nanoTime();
                synchronized (this) {
                    samples.add(new CpuSample(
                            window, TimeUnit.NANOSECONDS.toMillis(nanos - start), (now - before) * 1e5 / (nanos - at)));
                }
                before = now;
                at = nanos;
            }
        } catch (InterruptedException | UncheckedIOException e) {
            // the window has ended, or a process, which the end of the window finds
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Processor time since the start, in microseconds; NaN without a process.
     *
     * @throws UncheckedIOException if a process has ended
     */
    double micros() {
        return pids.isEmpty() ? Double.NaN : ProcessCpu.micros(pids) - microsAtStart;
    }

    synchronized List<CpuSample> samples() {
        return List.copyOf(samples);
    }

    /** Resident memory in bytes; NaN without a process. */
    static double resident(List<Long> pids) {
        return pids.isEmpty()
                ? Double.NaN
                : pids.stream().mapToDouble(ProcessCpu::residentMebibytes).sum() * (1 << 20);
    }

    /** The live heap in bytes: jcmd(1) collects the garbage, and jstat(1) of this JDK tells the rest. NaN if it does not. */
    static double heap(List<Long> pids) throws InterruptedException {
        double sum = 0;
        for (long pid : pids) {
            try {
                tool("jcmd", Long.toString(pid), "GC.run");
                sum += used(tool("jstat", "-gc", Long.toString(pid)));
            } catch (IOException e) {
                return Double.NaN;
            }
        }
        return pids.isEmpty() ? Double.NaN : sum;
    }

    private static String tool(String name, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", name).toString());
        command.addAll(List.of(arguments));
        return Script.run(Path.of("."), command, Duration.ofSeconds(10)).output();
    }

    /** The sum of the columns of used spaces, which are in KiB. */
    static double used(String jstat) {
        List<String> lines = jstat.lines().map(String::strip).toList();
        if (lines.size() != 2) {
            return Double.NaN;
        }
        String[] names = lines.get(0).split("\\s+", -1);
        String[] values = lines.get(1).split("\\s+", -1);
        double sum = 0;
        for (int i = 0; i < Math.min(names.length, values.length); i++) {
            if (List.of("S0U", "S1U", "EU", "OU").contains(names[i])) {
                sum += Double.parseDouble(values[i]) * 1024;
            }
        }
        return sum;
    }

    /** Ends the samples. */
    void stop() {
        thread.interrupt();
    }

    @Override
    public void close() {
        stop();
    }
}
