package org.esbmt.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Processor time and memory of processes, from {@code /proc} (proc(5)). */
public final class ProcessCpu {
    /** USER_HZ is 100 on every Linux platform that Java runs on. */
    private static final double MICROS_PER_TICK = 10_000;

    private ProcessCpu() {}

    /** The processor time of all threads of the processes in user and kernel mode, in microseconds. */
    public static double micros(List<Long> pids) {
        double sum = 0;
        for (long pid : pids) {
            try {
                sum += micros(pid, 2);
            } catch (IOException e) {
                throw new UncheckedIOException("process " + pid + " ended while it was measured", e);
            }
        }
        return sum;
    }

    /** The processor time of a process and its children, with those that have ended, in microseconds. */
    public static double microsWithChildren(ProcessHandle parent) {
        double sum = 0;
        for (ProcessHandle child : parent.children().toList()) {
            try {
                sum += micros(child.pid(), 2);
            } catch (IOException e) {
                sum += 0; // it has ended, and counts for the parent
            }
        }
        try {
            return sum + micros(parent.pid(), 4);
        } catch (IOException e) {
            throw new UncheckedIOException("process " + parent.pid() + " ended while it was measured", e);
        }
    }

    /** @param fields 2 for user and kernel mode of the process, 4 with those of its ended children */
    private static double micros(long pid, int fields) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        // the second field is the command in parentheses, which may contain any character
        String[] all = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        double sum = 0;
        for (int i = 0; i < fields; i++) {
            sum += Long.parseLong(all[11 + i]) * MICROS_PER_TICK;
        }
        return sum;
    }

    /** Resident memory of a process in MiB. */
    public static long residentMebibytes(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
                }
            }
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException("process " + pid + " ended while it was measured", e);
        }
    }
}
