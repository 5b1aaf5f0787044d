package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.statistics.Rounds;

/** The figures of the scenarios: a table for each figure, with a row for each setting and a column for each target. */
final class ScenarioTables {
    /** The order of rows: sizes within connections within endpoints. */
    static final Comparator<Setting> ORDER = Comparator.<Setting, String>comparing(
                    s -> s.cell().scenario())
            .thenComparing(s -> s.cell().message())
            .thenComparing(Setting::loop)
            .thenComparing(s -> s.cell().nodes())
            .thenComparing(s -> s.cell().endpoints())
            .thenComparing(s -> s.cell().connections())
            .thenComparing(s -> s.cell().sizeBytes())
            .thenComparing(Setting::offeredPerSecond)
            .thenComparing(s -> s.cell().target());

    /** Follows a figure of a target that had not settled. */
    static final String UNSETTLED = " ~";

    private final Figures figures;

    ScenarioTables(Figures figures) {
        this.figures = figures;
    }

    /** The names of the scenarios, in the order of the run. */
    Set<String> scenarios() {
        Set<String> names = new LinkedHashSet<>();
        figures.settings(s -> true).forEach(s -> names.add(s.cell().scenario()));
        return names;
    }

    /** One figure of a scenario. Targets without the figure have no column. */
    Table table(String scenario, Metric metric) {
        Set<Setting> settings = figures.settings(s -> s.cell().scenario().equals(scenario)
                && !figures.rounds(s, metric).isEmpty());
        List<String> targets = targets(settings);
        List<String> head = new ArrayList<>(List.of("message", "size", "connections", "endpoints", "nodes", "load"));
        head.addAll(targets);
        Table table = new Table(head);
        for (Setting row : rows(settings)) {
            Cell cell = row.cell();
            List<String> cells = new ArrayList<>(List.of(
                    cell.message(),
                    Texts.size(cell.sizeBytes()),
                    Integer.toString(cell.connections()),
                    Integer.toString(cell.endpoints()),
                    Integer.toString(cell.nodes()),
                    load(row)));
            targets.forEach(target -> cells.add(figure(row.at(target), metric)));
            table.row(cells);
        }
        return table;
    }

    private String figure(Setting setting, Metric metric) {
        return Texts.spread(figures.rounds(setting, metric)) + (figures.isUnsettled(setting) ? UNSETTLED : "");
    }

    private static String load(Setting setting) {
        return Double.isNaN(setting.offeredPerSecond())
                ? setting.loop()
                : setting.loop() + ", " + Texts.figure(setting.offeredPerSecond()) + "/s";
    }

    /** The targets of settings; the bus is the first, the others follow in the order of their names. */
    static List<String> targets(Collection<Setting> settings) {
        SortedSet<String> names = new TreeSet<>();
        settings.forEach(s -> names.add(s.cell().target()));
        List<String> targets = new ArrayList<>();
        if (names.remove(Goals.BUS)) {
            targets.add(Goals.BUS);
        }
        targets.addAll(names);
        return targets;
    }

    /** The settings without their targets, in order. */
    static List<Setting> rows(Collection<Setting> settings) {
        SortedSet<Setting> rows = new TreeSet<>(ORDER);
        settings.forEach(s -> rows.add(s.at("")));
        return List.copyOf(rows);
    }

    /** All figures of all settings, for programs. */
    Table all() {
        List<String> head = new ArrayList<>(List.of(
                "scenario",
                "target",
                "message",
                "size_bytes",
                "connections",
                "endpoints",
                "nodes",
                "loop",
                "offered_per_s",
                "figure",
                "unit",
                "rounds",
                "median",
                "least",
                "most",
                "mean",
                "sigma"));
        Table table = new Table(head);
        SortedSet<Setting> ordered = new TreeSet<>(ORDER);
        ordered.addAll(figures.settings(s -> true));
        for (Setting setting : ordered) {
            for (Metric metric : Metric.values()) {
                Rounds rounds = figures.rounds(setting, metric);
                if (metric != Metric.ERRORS && !rounds.isEmpty()) {
                    table.row(line(setting, metric, rounds));
                }
            }
        }
        return table;
    }

    private static List<String> line(Setting setting, Metric metric, Rounds rounds) {
        Cell cell = setting.cell();
        Map<String, String> line = new LinkedHashMap<>();
        line.put("scenario", cell.scenario());
        line.put("target", cell.target());
        line.put("message", cell.message());
        line.put("size", Integer.toString(cell.sizeBytes()));
        line.put("connections", Integer.toString(cell.connections()));
        line.put("endpoints", Integer.toString(cell.endpoints()));
        line.put("nodes", Integer.toString(cell.nodes()));
        line.put("loop", setting.loop());
        line.put("offered", Double.isNaN(setting.offeredPerSecond()) ? "" : plain(setting.offeredPerSecond()));
        line.put("figure", metric.title());
        line.put("unit", metric.unit());
        line.put("rounds", Integer.toString(rounds.values().size()));
        line.put("median", plain(rounds.spread().median()));
        line.put("least", plain(rounds.spread().least()));
        line.put("most", plain(rounds.spread().most()));
        line.put("mean", plain(rounds.spread().mean()));
        line.put("sigma", plain(rounds.spread().sigma()));
        return List.copyOf(line.values());
    }

    private static String plain(double value) {
        return String.format(java.util.Locale.ROOT, "%.4f", value);
    }
}
