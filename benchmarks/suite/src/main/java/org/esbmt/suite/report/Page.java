package org.esbmt.suite.report;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.esbmt.suite.report.Goal.Verdict;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.RunState;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;

/** The page of a run, as Markdown, with its tables and plots. */
final class Page {
    /** The folder of plots and tables beside the page. */
    static final String FILES = "benchmarks";

    private static final List<Metric> SHOWN =
            List.of(Metric.CPU, Metric.THROUGHPUT, Metric.MEAN, Metric.P50, Metric.P95, Metric.P99, Metric.RSS);

    private static final String ATTACKS = "attacks.";
    /** More lines are folded away. */
    private static final int FEW_LINES = 8;

    private final ResultFolder folder;
    private final Notes notes;
    private final Figures figures;
    private final List<Plot> plots;
    private final List<Plot> managementPlots;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder();
    private List<String> missing = List.of();

    Page(ResultFolder folder, Notes notes) {
        this.folder = folder;
        this.notes = notes;
        boolean counts = folder.state() != RunState.VOID;
        this.figures = new Figures(counts ? folder.windows() : List.of());
        this.plots = new ArrayList<>(counts ? Plots.of(figures) : List.of());
        this.managementPlots = counts ? new ManagementTables(folder.management()).plots() : List.of();
        plots.addAll(managementPlots);
        write(counts);
    }

    /** The text of the page. */
    String markdown() {
        return text.toString();
    }

    /** The plots, including those of the management plane. */
    List<Plot> plots() {
        return List.copyOf(plots);
    }

    /** The tables for programs, by the names of their files. */
    Map<String, Table> tables() {
        return Collections.unmodifiableMap(tables);
    }

    /** The identifiers of missed goals without a sentence. */
    List<String> withoutNote() {
        return missing;
    }

    private void write(boolean counts) {
        line("# Benchmarks");
        line("");
        line("`benchmarks/report` wrote this page from the folder of one run. The sentences on missed goals come from"
                + " [`" + FILES + "/notes.properties`](" + FILES
                + "/notes.properties). [The suite](../benchmarks/suite/README.md) describes the scenarios.");
        line("");
        banner();
        if (counts) {
            goals();
            prototype();
            scenarios();
            studies();
            management();
        }
        uncounted();
        facts();
    }

    private void banner() {
        String run = "The run began at %s and ended at %s.".formatted(second("start"), second("end"));
        switch (folder.state()) {
            case COMPLETE -> line(run);
            case INTERRUPTED ->
                line("> **PARTIAL: this run was interrupted, so its figures are no result.** " + folder.reason()
                        + ". Only whole windows are shown. " + run);
            case VOID -> line("> **VOID: nothing of this run counts.** " + folder.reason() + ". " + run);
        }
        line("");
    }

    private void goals() {
        GoalSection goals = new GoalSection(figures, notes);
        missing = goals.withoutNote();
        line("## Goals");
        line("");
        line(
                "%d goals are met, %d missed, and %d not measured. A ratio is that of the same round. The median over the rounds"
                        + " decides. The interval is that of the mean, by Student's distribution.",
                goals.count(Verdict.MET), goals.count(Verdict.MISSED), goals.count(Verdict.NOT_MEASURED));
        line("");
        table("goals", goals.table());
        unsettled();
        String missed = goals.missed();
        if (!missed.isEmpty()) {
            line("### Missed goals, and the time");
            line("");
            line(missed);
        }
    }

    private void unsettled() {
        Map<String, Set<String>> targets = new LinkedHashMap<>();
        figures.settings(figures::isUnsettled).stream()
                .sorted(ScenarioTables.ORDER)
                .map(Setting::cell)
                .forEach(cell -> targets.computeIfAbsent(work(cell), work -> new LinkedHashSet<>())
                        .add("`" + cell.target() + "`"));
        if (targets.isEmpty()) {
            return;
        }
        boolean many = targets.size() > FEW_LINES;
        if (many) {
            line("<details><summary>Targets that had not settled before their windows</summary>");
            line("");
        }
        line("These targets had not settled before their windows, in the limits of their preparation:");
        line("");
        targets.forEach((work, names) -> line("* %s: %s", work, String.join(", ", names)));
        line("");
        if (many) {
            line("</details>");
            line("");
        }
    }

    private static String work(Cell cell) {
        return "`%s`, %s, %s, %d %s"
                .formatted(
                        cell.scenario(),
                        cell.message(),
                        Texts.size(cell.sizeBytes()),
                        cell.endpoints(),
                        cell.endpoints() == 1 ? "endpoint" : "endpoints");
    }

    /** An instant of the run, in whole seconds. */
    private String second(String fact) {
        String text = folder.facts().getOrDefault(fact, "");
        try {
            return Instant.parse(text).truncatedTo(ChronoUnit.SECONDS).toString();
        } catch (DateTimeParseException e) {
            return "an unknown time";
        }
    }

    private void prototype() {
        Table table = new StudyTables(figures).prototype();
        if (table.isEmpty()) {
            return;
        }
        line("## The cost of tenancy");
        line("");
        line(
                "These are ratios of the bus with a tenant for each endpoint to `servicemix-http` with as many endpoints and no tenants, in the"
                        + " same round. The original prototype's authors published 24 to 39 % more latency, 4.4 times the processor time and twice the"
                        + " memory, on other machines.");
        line("");
        table("tenancy", table);
        images("tenancy-");
        Table load = new StudyTables(figures).load(folder.cpu());
        if (!load.isEmpty()) {
            line("### Load of the processors");
            line("");
            line("Percent of one processor within the windows, from samples.");
            line("");
            table("load", load);
        }
    }

    private void scenarios() {
        ScenarioTables scenarios = new ScenarioTables(figures);
        tables.put("figures", scenarios.all());
        for (String scenario : scenarios.scenarios()) {
            line("## Scenario `%s`", scenario);
            line("");
            images(scenario + "-");
            line(
                    "Medians over the rounds, with the smallest and the largest value. `~` marks a target whose processor time had not"
                            + " settled before its windows.");
            line("");
            for (Metric metric : SHOWN) {
                Table table = scenarios.table(scenario, metric);
                if (!table.isEmpty()) {
                    line("<details%s><summary>%s</summary>", metric == Metric.CPU ? " open" : "", metric.label());
                    line("");
                    line(table.markdown());
                    line("</details>");
                    line("");
                }
            }
        }
    }

    private void studies() {
        StudyTables studies = new StudyTables(figures);
        for (String scenario : List.of("study-clients", "study-sizes")) {
            for (Metric metric : List.of(Metric.MEAN, Metric.THROUGHPUT)) {
                Table table = studies.tests(scenario, metric);
                if (!table.isEmpty()) {
                    line("## Paired t-tests, `%s`, %s", scenario, metric.label());
                    line("");
                    line("*Different* means that p is below 0.05 divided by the number of tests in this table.");
                    line("");
                    table("tests-" + scenario + "-" + metric.name().toLowerCase(java.util.Locale.ROOT), table);
                }
            }
        }
    }

    private void management() {
        ManagementTables management = new ManagementTables(folder.management());
        if (folder.management().isEmpty()) {
            return;
        }
        line("## Management plane");
        line("");
        line(
                "`benchmarks/management` made these measurements, in a run of its own. A proxy delays each direction by half of the round trip. `local` is JMX over the loopback interface without this proxy, since"
                        + " no call from within the process is possible from outside.");
        line("");
        table("management-latency", management.latency());
        managementPlots.forEach(this::image);
        Table interruptions = management.interruptions();
        if (!interruptions.isEmpty()) {
            line("### Interruptions");
            line("");
            line(
                    "The proxy stops forwarding within a call, or resets the connection. Then the client repeats the call with the same"
                            + " identifier of the request, and the registry is read over a link of its own.");
            line("");
            table("management-interruptions", interruptions);
        }
    }

    private void uncounted() {
        List<Window> uncounted = folder.windows().stream()
                .filter(window -> window.state() != WindowState.OK)
                .toList();
        if (uncounted.isEmpty() && folder.damages().isEmpty()) {
            return;
        }
        line("## Windows that do not count");
        line("");
        folder.damages().forEach(damage -> line("* %s", damage));
        for (Window window : uncounted) {
            line(
                    "* %s of `%s` in `%s`, %s, %d connections, round %d: %s",
                    window.state().word(),
                    window.cell().target(),
                    window.cell().scenario(),
                    Texts.size(window.cell().sizeBytes()),
                    window.cell().connections(),
                    window.round(),
                    window.reason());
        }
        line("");
    }

    private void facts() {
        line("## Machine, versions and options");
        line("");
        List<String> attacks = folder.facts().entrySet().stream()
                .filter(fact ->
                        fact.getKey().startsWith(ATTACKS) && fact.getKey().endsWith(".refused"))
                .map(Map.Entry::getValue)
                .toList();
        if (!attacks.isEmpty()) {
            line(
                    "Forged, malformed and other tenants' messages before and after the windows: %d were sent, %d refused.",
                    attacks.size(), attacks.stream().filter("true"::equals).count());
            line("");
        }
        Table table = new Table("fact", "value");
        folder.facts().forEach((name, value) -> {
            if (!value.isEmpty() && !name.startsWith(ATTACKS)) {
                table.row(name, value);
            }
        });
        line(table.markdown());
    }

    private void table(String file, Table table) {
        tables.put(file, table);
        line(table.markdown());
    }

    private void images(String prefix) {
        plots.stream().filter(plot -> plot.file().startsWith(prefix)).forEach(this::image);
    }

    private void image(Plot plot) {
        line("![%s](%s/%s.svg)", plot.title(), FILES, plot.file());
        line("");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void line(String format, Object... values) {
        line(String.format(java.util.Locale.ROOT, format, values));
    }
}
