package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.esbmt.suite.report.Plot.Axis;
import org.esbmt.suite.report.Plot.Line;
import org.esbmt.suite.report.Plot.Numbers;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.statistics.Rounds;

/** The tables and plots of the management plane. */
final class ManagementTables {
    private final List<ManagementLine> lines;

    ManagementTables(List<ManagementLine> lines) {
        this.lines = List.copyOf(lines);
    }

    private record Case(String operation, int batch, int rttMillis, String api) {
        static Case of(ManagementLine line) {
            return new Case(line.operation(), line.batch(), line.rttMillis(), line.api());
        }

        private static final List<String> APIS = List.of("local", "jmx", "rest", "soap");

        static final Comparator<Case> ORDER = Comparator.comparing(Case::operation)
                .reversed()
                .thenComparing(Case::batch)
                .thenComparing(Case::rttMillis)
                .thenComparing(of -> APIS.indexOf(of.api()))
                .thenComparing(Case::api);

        String work() {
            return batch == 1 ? operation : operation + ", batch of " + batch;
        }
    }

    private Map<Case, List<ManagementLine>> latencies() {
        Map<Case, List<ManagementLine>> cases = new TreeMap<>(Case.ORDER);
        for (ManagementLine line : lines) {
            if (line.study().equals("latency")) {
                cases.computeIfAbsent(Case.of(line), c -> new ArrayList<>()).add(line);
            }
        }
        return cases;
    }

    private static Rounds millis(List<ManagementLine> lines, ToDoubleFunction<ManagementLine> micros) {
        Map<Integer, Double> rounds = new TreeMap<>();
        for (ManagementLine line : lines) {
            double value = micros.applyAsDouble(line);
            if (Double.isFinite(value)) {
                rounds.put(line.round(), value / 1e3);
            }
        }
        return Rounds.of(rounds);
    }

    /** The latencies by operation, round trip and interface, in milliseconds. */
    Table latency() {
        Table table = new Table(
                "operation",
                "round trip, ms",
                "interface",
                "mean, ms",
                "p50, ms",
                "p95, ms",
                "p99, ms",
                "max, ms",
                "calls");
        Map<Case, List<ManagementLine>> cases = latencies();
        cases.forEach((of, measured) -> table.row(
                of.work(),
                Integer.toString(of.rttMillis()),
                of.api(),
                Texts.spread(millis(measured, ManagementLine::meanMicros)),
                Texts.spread(millis(measured, ManagementLine::p50Micros)),
                Texts.spread(millis(measured, ManagementLine::p95Micros)),
                Texts.spread(millis(measured, ManagementLine::p99Micros)),
                Texts.spread(millis(measured, ManagementLine::maxMicros)),
                Integer.toString(
                        measured.stream().mapToInt(ManagementLine::calls).sum())));
        return table;
    }

    /** A plot for each operation. */
    List<Plot> plots() {
        Map<Case, List<ManagementLine>> cases = latencies();
        List<Plot> plots = new ArrayList<>();
        for (String work : new TreeSet<>(cases.keySet().stream().map(Case::work).toList())) {
            Map<String, Line> byApi = new LinkedHashMap<>();
            cases.forEach((of, measured) -> {
                if (of.work().equals(work)) {
                    byApi.computeIfAbsent(of.api(), Line::new)
                            .add(of.rttMillis(), millis(measured, ManagementLine::meanMicros));
                }
            });
            plots.add(new Plot(
                    "management-" + work.replaceAll("[^A-Za-z0-9]+", "-"),
                    "Management: " + work,
                    new Axis("added round trip, ms", false, Numbers.PLAIN),
                    new Axis("mean latency, ms", true, Numbers.PLAIN),
                    byApi.values().stream().map(Line::series).toList()));
        }
        return plots;
    }

    /** The outcomes of interruptions. */
    Table interruptions() {
        Table table = new Table(
                "operation", "interruption", "interface", "first answer after, ms", "confirmed after, ms", "outcome");
        for (ManagementLine line : lines) {
            if (line.study().equals("interruption")) {
                table.row(
                        line.batch() == 1 ? line.operation() : line.operation() + ", batch of " + line.batch(),
                        line.interruptionSeconds() == 0 ? "reset" : line.interruptionSeconds() + " s",
                        line.api(),
                        Texts.figure(line.maxMicros() / 1e3),
                        Texts.figure(line.meanMicros() / 1e3),
                        line.outcome());
            }
        }
        return table;
    }
}
