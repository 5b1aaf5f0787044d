package org.esbmt.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The table for people and the CSV for programs. */
final class Report {
    private Report() {}

    static String csv(List<Sample> samples) {
        StringBuilder s =
                new StringBuilder("round,target,payload_bytes,requests,failures,per_second,cpu_us,p50_us,p99_us\n");
        for (Sample x : samples) {
            s.append(String.format(
                    Locale.ROOT,
                    "%d,%s,%d,%d,%d,%.1f,%.3f,%.1f,%.1f%n",
                    x.round(),
                    x.target(),
                    x.payloadBytes(),
                    x.requests(),
                    x.failures(),
                    x.perSecond(),
                    x.cpuMicros(),
                    x.p50Micros(),
                    x.p99Micros()));
        }
        return s.toString();
    }

    /**
     * A table of medians over the rounds, with minimum and maximum. Processor time is also a ratio to nginx, and to the direct proxy
     * of one tenant, in the same round.
     */
    static String table(List<Sample> samples) {
        StringBuilder s = new StringBuilder(String.format(
                "%-9s %-16s %6s %22s %8s %8s %10s %9s %9s %8s%n",
                "payload",
                "target",
                "rounds",
                "CPU us/request",
                "x nginx",
                "x bus 1",
                "requests/s",
                "p50 us",
                "p99 us",
                "failed"));
        for (int size :
                samples.stream().mapToInt(Sample::payloadBytes).distinct().toArray()) {
            for (String target : samples.stream().map(Sample::target).distinct().toList()) {
                List<Sample> own = select(samples, target, size);
                if (own.isEmpty()) {
                    continue;
                }
                double[] cpu = sorted(own, Sample::cpuMicros);
                s.append(String.format(
                        Locale.ROOT,
                        "%-9s %-16s %6d %22s %8s %8s %10.0f %9.0f %9.0f %8d%n",
                        size >= 1024 ? size / 1024 + " KiB" : size + " B",
                        target,
                        own.size(),
                        Double.isNaN(cpu[0])
                                ? "-"
                                : String.format(
                                        Locale.ROOT, "%.1f (%.1f..%.1f)", median(cpu), cpu[0], cpu[cpu.length - 1]),
                        ratio(samples, "nginx", own, size),
                        ratio(samples, "bus 1", own, size),
                        median(sorted(own, Sample::perSecond)),
                        median(sorted(own, Sample::p50Micros)),
                        median(sorted(own, Sample::p99Micros)),
                        own.stream().mapToLong(Sample::failures).sum()));
            }
        }
        return s.toString();
    }

    private static String ratio(List<Sample> samples, String to, List<Sample> own, int size) {
        List<Double> ratios = new ArrayList<>();
        for (Sample x : own) {
            for (Sample n : select(samples, to, size)) {
                if (n.round() == x.round() && !Double.isNaN(x.cpuMicros())) {
                    ratios.add(x.cpuMicros() / n.cpuMicros());
                }
            }
        }
        if (ratios.isEmpty()) {
            return "-";
        }
        return String.format(
                Locale.ROOT,
                "%.2f",
                median(ratios.stream().mapToDouble(d -> d).sorted().toArray()));
    }

    private static List<Sample> select(List<Sample> samples, String target, int size) {
        return samples.stream()
                .filter(x -> x.target().equals(target) && x.payloadBytes() == size)
                .toList();
    }

    private static double[] sorted(List<Sample> samples, ToDoubleFunction<Sample> value) {
        double[] v = samples.stream().mapToDouble(value).toArray();
        Arrays.sort(v);
        return v;
    }

    static double median(double[] sorted) {
        int n = sorted.length;
        return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
    }
}
