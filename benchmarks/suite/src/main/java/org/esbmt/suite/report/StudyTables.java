package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.esbmt.suite.result.CpuSample;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.statistics.PairedTest;
import org.esbmt.suite.statistics.Rounds;
import org.esbmt.suite.statistics.Spread;

/** The tables of the published studies: paired tests, the costs of tenancy, and the load of processors. */
final class StudyTables {
    private static final double CERTAIN = 0.05;

    private final Figures figures;

    StudyTables(Figures figures) {
        this.figures = figures;
    }

    /** The paired tests of the bus against each other target, by the rounds of one setting. */
    Table tests(String scenario, Metric metric) {
        Table table = new Table(
                "connections",
                "size",
                "compared with",
                "bus",
                "other",
                "difference (95 % interval)",
                "t",
                "p",
                "rounds",
                "different");
        List<Setting> rows =
                ScenarioTables.rows(figures.settings(s -> s.cell().scenario().equals(scenario)));
        List<Pair> pairs = new ArrayList<>();
        for (Setting row : rows) {
            for (String target :
                    ScenarioTables.targets(figures.settings(s -> s.at("").equals(row)))) {
                Pair pair = new Pair(
                        row, target, figures.rounds(row.at(Goals.BUS), metric), figures.rounds(row.at(target), metric));
                if (!target.equals(Goals.BUS) && pair.isTestable()) {
                    pairs.add(pair);
                }
            }
        }
        for (Pair pair : pairs) {
            PairedTest test = pair.bus().test(pair.other());
            table.row(
                    Integer.toString(pair.row().cell().connections()),
                    Texts.size(pair.row().cell().sizeBytes()),
                    pair.target(),
                    Texts.figure(pair.bus().commonWith(pair.other()).spread().mean()),
                    Texts.figure(pair.other().commonWith(pair.bus()).spread().mean()),
                    Texts.interval(test.difference()),
                    Double.isInfinite(test.t()) ? "infinite" : Texts.figure(test.t()),
                    Texts.probability(test.p()),
                    Integer.toString(test.pairs()),
                    test.p() < CERTAIN / pairs.size() ? "yes" : "no");
        }
        return table;
    }

    private record Pair(Setting row, String target, Rounds bus, Rounds other) {
        boolean isTestable() {
            return bus.ratiosTo(other).values().size() >= 2;
        }
    }

    /** The bus beside the container without tenancy, and what the original prototype's authors published. */
    Table prototype() {
        Table table = new Table(
                "endpoints",
                "nodes",
                "size",
                "connections",
                "mean latency",
                "p95",
                "throughput",
                "processor time",
                "resident memory");
        for (Setting row :
                ScenarioTables.rows(figures.settings(s -> s.cell().scenario().equals("tenancy")))) {
            List<String> cells = new ArrayList<>(List.of(
                    Texts.figure(row.cell().endpoints()),
                    Integer.toString(row.cell().nodes()),
                    Texts.size(row.cell().sizeBytes()),
                    Integer.toString(row.cell().connections())));
            boolean measured = false;
            for (Metric metric : List.of(Metric.MEAN, Metric.P95, Metric.THROUGHPUT, Metric.CPU, Metric.RSS)) {
                Rounds ratios = figures.rounds(row.at(Goals.BUS), metric)
                        .ratiosTo(figures.rounds(row.at(Goals.UNTENANTED), metric));
                measured |= !ratios.isEmpty();
                cells.add(Texts.spread(ratios));
            }
            if (measured) {
                table.row(cells);
            }
        }
        if (!table.isEmpty()) {
            table.row("original prototype: 1..10", "1, 2", "-", "-", "1.24..1.39", "-", "-", "4.4", "2");
        }
        return table;
    }

    /** The load of the targets' processors within the windows of the scenario of tenants, in percent of one processor. */
    Table load(List<CpuSample> samples) {
        Map<Integer, List<Double>> byWindow = samples.stream()
                .filter(sample -> Double.isFinite(sample.percent()))
                .collect(Collectors.groupingBy(
                        CpuSample::window, TreeMap::new, Collectors.mapping(CpuSample::percent, Collectors.toList())));
        Table table = new Table(
                "target", "endpoints", "nodes", "size", "connections", "mean", "median", "max", "sigma", "samples");
        List<Setting> settings = figures.settings(s -> s.cell().scenario().equals("tenancy")).stream()
                .sorted(ScenarioTables.ORDER)
                .toList();
        for (Setting setting : settings) {
            List<Double> all = new ArrayList<>();
            for (Window window : figures.windows(setting)) {
                all.addAll(byWindow.getOrDefault(window.number(), List.of()));
            }
            if (!all.isEmpty()) {
                Spread spread = Spread.of(all);
                table.row(
                        setting.cell().target(),
                        Texts.figure(setting.cell().endpoints()),
                        Integer.toString(setting.cell().nodes()),
                        Texts.size(setting.cell().sizeBytes()),
                        Integer.toString(setting.cell().connections()),
                        Texts.figure(spread.mean()),
                        Texts.figure(spread.median()),
                        Texts.figure(spread.most()),
                        Texts.figure(spread.sigma()),
                        Integer.toString(spread.count()));
            }
        }
        return table;
    }
}
