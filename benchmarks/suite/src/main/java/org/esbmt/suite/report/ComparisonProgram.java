package org.esbmt.suite.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.esbmt.suite.report.Comparison.Line;
import org.esbmt.suite.report.Comparison.Verdict;
import org.esbmt.suite.result.RunState;

/** Says which figures became slower from one build to the next, from the folder of a run of both. */
public final class ComparisonProgram {
    /** The exit status if a figure became slower, or one build has no figure. */
    public static final int WORSE = 4;

    private final PrintStream out;
    private final PrintStream err;

    public ComparisonProgram(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        if (args.length != 1) {
            System.err.println("Usage: ComparisonProgram DIR, with the folder of a run of two builds");
            System.exit(2);
        }
        System.exit(new ComparisonProgram(System.out, System.err).run(Path.of(args[0])));
    }

    /**
     * Writes {@code comparison.md} and {@code comparison.csv} into the folder.
     *
     * @return the exit status: 0, {@link #WORSE}, 3 for a run that is no result or decides nothing, or 1 for a folder that cannot be read or written
     */
    public int run(Path directory) {
        try {
            ResultFolder folder = ResultFolder.read(directory);
            if (folder.state() != RunState.COMPLETE) {
                err.printf("Nothing is compared: the run is %s. %s%n", folder.state(), folder.reason());
                return ReportProgram.NO_RESULT;
            }
            Comparison comparison = Comparison.of(folder.windows());
            Files.writeString(directory.resolve("comparison.md"), comparison.markdown(), StandardCharsets.UTF_8);
            Files.writeString(
                    directory.resolve("comparison.csv"), comparison.table().csv(), StandardCharsets.UTF_8);
            say(comparison);
            out.println(directory.resolve("comparison.md"));
            if (comparison.isWorse()) {
                return WORSE;
            }
            return comparison.decidesAnything() ? 0 : ReportProgram.NO_RESULT;
        } catch (IOException e) {
            err.println("The builds cannot be compared: " + e.getMessage());
            return 1;
        }
    }

    private void say(Comparison comparison) {
        if (comparison.lines().isEmpty()) {
            err.println("The run has no windows of two builds.");
        }
        for (Verdict verdict : new Verdict[] {Verdict.SLOWER, Verdict.NOT_COMPARABLE, Verdict.FASTER}) {
            for (Line line : comparison.with(verdict)) {
                out.printf(
                        "%s: %s of %s, %s, %d connections%s%n",
                        verdict.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                        line.metric().title(),
                        line.setting().cell().scenario(),
                        Texts.size(line.setting().cell().sizeBytes()),
                        line.setting().cell().connections(),
                        line.cost()
                                .map(cost -> ", cost " + Texts.interval(cost))
                                .orElse(""));
            }
        }
        if (!comparison.isWorse()) {
            if (!comparison.decidesAnything()) {
                err.println("NOTHING IS DECIDED: the machine is too noisy, or there are too few rounds.");
            }
            out.printf(
                    "Nothing is slower. %d figures are the same, %d undecided.%n",
                    comparison.with(Verdict.SAME).size(),
                    comparison.with(Verdict.UNDECIDED).size());
        }
    }
}
