package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import org.esbmt.suite.report.Plot.Axis;
import org.esbmt.suite.report.Plot.Line;
import org.esbmt.suite.report.Plot.Numbers;
import org.esbmt.suite.result.Cell;

/** The plots of the message path. */
final class Plots {
    private static final int USERS = 20;
    private static final int KB = 1024;

    private final Figures figures;
    private final List<Plot> plots = new ArrayList<>();

    private Plots(Figures figures) {
        this.figures = figures;
    }

    /** All plots with at least one line of two points. */
    static List<Plot> of(Figures figures) {
        Plots all = new Plots(figures);
        for (String message : List.of("buystocks", "text")) {
            all.bySize(message);
        }
        for (Metric metric : List.of(Metric.CPU, Metric.THROUGHPUT, Metric.P99)) {
            all.byConnections("direct", metric, KB);
        }
        all.byRate(Metric.P50);
        all.byRate(Metric.P99);
        for (String scenario : List.of("cbr-body", "xslt")) {
            all.add(
                    scenario + "-size",
                    scenario + ": processor time by size",
                    size(),
                    Metric.CPU,
                    s -> is(s, scenario, "buystocks") && s.connections() == USERS,
                    Cell::sizeBytes);
        }
        for (Metric metric : List.of(Metric.CPU, Metric.P95, Metric.RSS)) {
            all.add(
                    "tenancy-" + metric.name().toLowerCase(Locale.ROOT),
                    "Tenants: " + metric.title() + " by number of endpoints, one node",
                    new Axis("endpoints, each with a tenant on the bus", true, Numbers.PLAIN),
                    metric,
                    s -> s.scenario().equals("tenancy") && s.nodes() == 1 && s.sizeBytes() == KB,
                    Cell::endpoints);
        }
        for (Metric metric : List.of(Metric.MEAN, Metric.THROUGHPUT)) {
            all.byConnections("study-clients", metric, 100 * KB);
            all.add(
                    "study-sizes-" + metric.name().toLowerCase(Locale.ROOT),
                    "One client: " + metric.title() + " by size",
                    size(),
                    metric,
                    s -> s.scenario().equals("study-sizes"),
                    Cell::sizeBytes);
        }
        return all.plots;
    }

    private void bySize(String message) {
        add(
                "direct-size-" + message,
                "Direct proxy, " + message + ": processor time by size, " + USERS + " connections",
                size(),
                Metric.CPU,
                s -> is(s, "direct", message) && s.connections() == USERS,
                Cell::sizeBytes);
    }

    private void byConnections(String scenario, Metric metric, int bytes) {
        add(
                scenario + "-connections-" + metric.name().toLowerCase(Locale.ROOT),
                scenario + ", " + Texts.size(bytes) + ": " + metric.title() + " by connections",
                new Axis("connections", true, Numbers.PLAIN),
                metric,
                s -> is(s, scenario, "buystocks") && s.sizeBytes() == bytes,
                Cell::connections);
    }

    private static Axis size() {
        return new Axis("size of the message", true, Numbers.BYTES);
    }

    private static boolean is(Cell cell, String scenario, String message) {
        return cell.scenario().equals(scenario)
                && cell.message().equals(message)
                && (scenario.startsWith("study") || (cell.endpoints() == 1 && cell.nodes() == 1));
    }

    private void add(
            String file, String title, Axis x, Metric metric, Predicate<Cell> chosen, ToIntFunction<Cell> place) {
        draw(
                file,
                title,
                x,
                metric,
                s -> s.loop().equals("closed") && chosen.test(s.cell()),
                s -> place.applyAsInt(s.cell()));
    }

    /** Open loops: latencies from the planned moments of sending, so an overload shows. */
    private void byRate(Metric metric) {
        draw(
                "direct-open-" + metric.name().toLowerCase(Locale.ROOT),
                "direct, open loop: " + metric.title() + " by offered rate",
                new Axis("offered requests/s", true, Numbers.PLAIN),
                metric,
                s -> !s.loop().equals("closed") && is(s.cell(), "direct", "buystocks"),
                Setting::offeredPerSecond);
    }

    private void draw(
            String file,
            String title,
            Axis x,
            Metric metric,
            Predicate<Setting> chosen,
            ToDoubleFunction<Setting> place) {
        Set<Setting> settings = figures.settings(chosen);
        List<Plot.Series> series = new ArrayList<>();
        for (String target : ScenarioTables.targets(settings)) {
            Line line = new Line(target);
            settings.stream()
                    .filter(s -> s.cell().target().equals(target))
                    .forEach(s -> line.add(place.applyAsDouble(s), figures.rounds(s, metric)));
            series.add(line.series());
        }
        if (series.stream().anyMatch(s -> s.points().size() > 1)) {
            plots.add(new Plot(file, title, x, new Axis(metric.label(), true, Numbers.PLAIN), series));
        }
    }
}
