package org.esbmt.suite.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.esbmt.suite.report.Comparison.Verdict;
import org.esbmt.suite.result.WindowState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonTest {
    private static final int KB = 1024;
    private static final List<String> SCENARIOS = List.of("direct", "cbr-body", "cbr-soap-header", "xslt");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int compare(Path folder) {
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new ComparisonProgram(stream, stream).run(folder);
    }

    private Comparison comparison(Path folder) throws IOException {
        return Comparison.of(ResultFolder.read(folder).windows());
    }

    /** Two builds with one percent of noise; the new one's XSLT costs so many times as much. */
    private Path run(long seed, double factor) throws IOException {
        SyntheticRun run =
                new SyntheticRun(directory.resolve("run" + seed)).seed(seed).rounds(10);
        for (String scenario : SCENARIOS) {
            run.cell(scenario, "esbmt-old", KB, 20, 50)
                    .cell(scenario, "esbmt", KB, 20, scenario.equals("xslt") ? 50 * factor : 50);
        }
        return run.write("complete", "");
    }

    @Test
    void aRegressionIsFoundWhereItIsAndNowhereElse() throws IOException {
        Path folder = run(1, 1.08);
        assertThat(compare(folder)).isEqualTo(ComparisonProgram.WORSE);
        assertThat(comparison(folder).with(Verdict.SLOWER))
                .hasSize(3)
                .allMatch(line -> line.setting().cell().scenario().equals("xslt"));
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("slower: processor time of xslt, 1 KB");
        assertThat(folder.resolve("comparison.md")).content().contains("3 figures are slower", "| xslt |");
    }

    @Test
    void equalBuildsAreNeverSlower() throws IOException {
        int undecided = 0;
        for (long seed = 1; seed <= 40; seed++) {
            Path folder = run(seed, 1);
            assertThat(compare(folder)).as("seed %d", seed).isZero();
            undecided += comparison(folder).with(Verdict.UNDECIDED).size();
        }
        assertThat(undecided).as("of 480 figures").isLessThan(100);
    }

    @Test
    void aFasterBuildIsNoWarning() throws IOException {
        Path folder = run(1, 0.8);
        assertThat(compare(folder)).isZero();
        assertThat(comparison(folder).with(Verdict.FASTER)).hasSize(3);
    }

    @Test
    void noiseDecidesNothing() throws IOException {
        SyntheticRun run =
                new SyntheticRun(directory.resolve("noisy")).seed(3).rounds(4).noise(0.3);
        run.cell("direct", "esbmt-old", KB, 20, 50).cell("direct", "esbmt", KB, 20, 52);
        Path folder = run.write("complete", "");
        assertThat(comparison(folder).with(Verdict.UNDECIDED)).hasSize(3);
        assertThat(compare(folder)).isEqualTo(ReportProgram.NO_RESULT);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("NOTHING IS DECIDED");
    }

    @Test
    void anIntervalOfTwoNoisyRoundsIsReadable() throws IOException {
        Path folder = new SyntheticRun(directory.resolve("run"))
                .rounds(2)
                .noise(0.2)
                .cell("direct", "esbmt-old", KB, 20, 50)
                .cell("direct", "esbmt", KB, 20, 50)
                .write("complete", "");
        assertThat(compare(folder)).isEqualTo(ReportProgram.NO_RESULT);
        assertThat(comparison(folder).table().csv()).contains("..> +900 %").doesNotContain("00000");
    }

    @Test
    void aBuildThatFailsIsWorse() throws IOException {
        SyntheticRun run = new SyntheticRun(directory.resolve("failed"));
        run.cell("direct", "esbmt-old", KB, 20, 50).uncounted("direct", "esbmt", WindowState.FAILED, "wrong answers");
        Path folder = run.write("complete", "");
        assertThat(compare(folder)).isEqualTo(ComparisonProgram.WORSE);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("not comparable: processor time of direct");
    }

    @Test
    void aRunThatIsNoResultIsNotCompared() throws IOException {
        for (String state : List.of("void", "interrupted")) {
            Path folder = new SyntheticRun(directory.resolve(state))
                    .cell("direct", "esbmt-old", KB, 20, 50)
                    .cell("direct", "esbmt", KB, 20, 50)
                    .write(state, "");
            assertThat(compare(folder)).isEqualTo(ReportProgram.NO_RESULT);
            assertThat(folder.resolve("comparison.md")).doesNotExist();
        }
    }

    @Test
    void aRunOfOneBuildIsNoComparison() throws IOException {
        Path folder =
                new SyntheticRun(directory).cell("direct", "nginx", KB, 20, 50).write("complete", "");
        assertThat(compare(folder)).isEqualTo(ComparisonProgram.WORSE);
    }
}
