package org.esbmt.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Processor time by threads of a process, from {@code /proc/<pid>/task} (proc(5)). */
final class ThreadCpu {
    private static final double MICROS_PER_TICK = 10_000;

    private ThreadCpu() {}

    /** The processor time in microseconds by the threads' names without numbers; Linux keeps 15 characters of a name. */
    static Map<String, Double> micros(long pid) {
        Map<String, Double> sums = new TreeMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                stat(thread).ifPresent(stat -> {
                    String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
                    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
                    double micros = (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * MICROS_PER_TICK;
                    sums.merge(name.replaceAll("[-#0-9 ]+$", ""), micros, Double::sum);
                });
            }
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " ended while it was measured", e);
        }
        return sums;
    }

    /** Empty for a thread that has ended. */
    private static Optional<String> stat(Path thread) throws IOException {
        try {
            return Optional.of(Files.readString(thread.resolve("stat")));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
