package org.esbmt.suite.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.statistics.Interval;
import org.esbmt.suite.statistics.Rounds;

/**
 * Compares two builds of the bus, whose windows a run interleaved. The cost of a figure is new over old, or old over new for throughput, in
 * each round. Its interval holds with 95 % for all figures of the run together (Bonferroni). A figure became slower if the lower end of
 * its interval is above the tolerance.
 */
final class Comparison {
    static final String NEW = Goals.BUS;
    static final String OLD = "esbmt-old";
    /** Slower by less than this is not worth a warning, since two starts of one build differ as much. */
    static final double TOLERANCE = 0.03;

    /** Ten times the cost. */
    private static final double WIDE = 10;

    private static final double ERROR = 0.05;
    private static final List<Metric> COMPARED = List.of(Metric.CPU, Metric.THROUGHPUT, Metric.P99);

    private final List<Line> lines = new ArrayList<>();

    private Comparison() {}

    /** The verdict on a figure. */
    enum Verdict {
        SLOWER("**slower**"),
        FASTER("faster"),
        SAME("the same"),
        UNDECIDED("undecided"),
        NOT_COMPARABLE("**not comparable**");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }

    /**
     * A figure of both builds.
     *
     * @param cost the geometric mean over the rounds, with its interval; empty if there are fewer than two common rounds
     */
    record Line(Setting setting, Metric metric, Rounds older, Rounds newer, Optional<Interval> cost, Verdict verdict) {}

    /** Compares all settings that a run has for both builds, or should have. */
    static Comparison of(Collection<Window> windows) {
        Figures figures = new Figures(windows);
        Set<Setting> planned = new HashSet<>();
        for (Window window : windows) {
            if (window.cell().target().equals(OLD) || window.cell().target().equals(NEW)) {
                planned.add(Setting.of(window));
            }
        }
        List<Setting> settings = ScenarioTables.rows(planned);
        double level = 1 - ERROR / Math.max(1, settings.size() * COMPARED.size());
        Comparison comparison = new Comparison();
        for (Setting setting : settings) {
            for (Metric metric : COMPARED) {
                comparison.compare(
                        setting,
                        metric,
                        figures.rounds(setting.at(OLD), metric),
                        figures.rounds(setting.at(NEW), metric),
                        level);
            }
        }
        return comparison;
    }

    private void compare(Setting setting, Metric metric, Rounds older, Rounds newer, double level) {
        Rounds costs = metric == Metric.THROUGHPUT ? older.ratiosTo(newer) : newer.ratiosTo(older);
        if (costs.values().size() < 2) {
            lines.add(new Line(setting, metric, older, newer, Optional.empty(), Verdict.NOT_COMPARABLE));
            return;
        }
        Interval cost = Interval.ofRatios(costs.array(), level);
        lines.add(new Line(setting, metric, older, newer, Optional.of(cost), verdict(cost)));
    }

    private static Verdict verdict(Interval cost) {
        if (cost.low() > 1 + TOLERANCE) {
            return Verdict.SLOWER;
        }
        if (cost.high() < 1 / (1 + TOLERANCE)) {
            return Verdict.FASTER;
        }
        boolean narrow = cost.low() >= 1 / (1 + TOLERANCE) && cost.high() <= 1 + TOLERANCE;
        return narrow ? Verdict.SAME : Verdict.UNDECIDED;
    }

    List<Line> lines() {
        return List.copyOf(lines);
    }

    /** The figures with this verdict. */
    List<Line> with(Verdict verdict) {
        return lines.stream().filter(line -> line.verdict() == verdict).toList();
    }

    /** True if a figure is slower, or one build has no figure. */
    boolean isWorse() {
        return lines.isEmpty()
                || !with(Verdict.SLOWER).isEmpty()
                || !with(Verdict.NOT_COMPARABLE).isEmpty();
    }

    /** False if each interval is too wide. Then a slower build would not have been found either. */
    boolean decidesAnything() {
        return lines.stream().anyMatch(line -> line.verdict() != Verdict.UNDECIDED);
    }

    Table table() {
        Table table = new Table(
                "scenario",
                "message",
                "size",
                "connections",
                "figure",
                "old",
                "new",
                "cost of new",
                "interval",
                "rounds",
                "verdict");
        for (Line line : lines) {
            table.row(
                    line.setting().cell().scenario(),
                    line.setting().cell().message(),
                    Texts.size(line.setting().cell().sizeBytes()),
                    Integer.toString(line.setting().cell().connections()),
                    line.metric().label(),
                    Texts.spread(line.older()),
                    Texts.spread(line.newer()),
                    line.cost().map(cost -> percent(cost.estimate())).orElse(Texts.NONE),
                    line.cost()
                            .map(cost -> percent(cost.low()) + ".." + percent(cost.high()))
                            .orElse(Texts.NONE),
                    Integer.toString(
                            line.newer().ratiosTo(line.older()).values().size()),
                    line.verdict().word());
        }
        return table;
    }

    private static String percent(double ratio) {
        if (ratio > WIDE) {
            return "> +900 %"; // the interval of two rounds has no useful end
        }
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (ratio - 1));
    }

    /** The comparison as Markdown. */
    String markdown() {
        return """
                # Comparison of two builds

                %d figures are slower, %d faster, %d the same and %d undecided; %d have no counterpart. A figure is *slower* if the lower end of
                the interval of its cost is above +%.0f %%, and *the same* if the whole interval is within it. The intervals hold with 95 %% for
                all figures together. An undecided figure needs more rounds, or a quieter machine.

                %s""".formatted(
                        with(Verdict.SLOWER).size(),
                        with(Verdict.FASTER).size(),
                        with(Verdict.SAME).size(),
                        with(Verdict.UNDECIDED).size(),
                        with(Verdict.NOT_COMPARABLE).size(),
                        100 * TOLERANCE,
                        table().markdown());
    }
}
