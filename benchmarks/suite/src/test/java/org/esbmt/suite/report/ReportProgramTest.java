package org.esbmt.suite.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.result.Preparedness;
import org.esbmt.suite.result.WindowState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportProgramTest {
    private static final int KB = 1024;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int report(String... arguments) {
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new ReportProgram(stream, stream).run(arguments);
    }

    private SyntheticRun run() {
        return new SyntheticRun(directory.resolve("run"));
    }

    private SyntheticRun proxies() {
        return run().cell("direct", "esbmt", KB, 20, 12)
                .cell("direct", "nginx", KB, 20, 10)
                .cell("direct", "esbmt", 10 * KB, 20, 30)
                .cell("direct", "nginx", 10 * KB, 20, 10);
    }

    private String page(Path run) throws IOException {
        return Files.readString(run.resolve("report/benchmarks.md"));
    }

    @Test
    void goalsAreMetOrMissedByTheRatioOfTheSameRound() throws IOException {
        Path run = proxies().write("complete", "");
        assertThat(report(run.toString())).isZero();
        String page = page(run);
        assertThat(page)
                .containsPattern("G1\\.20 \\|.*\\| nginx \\| <= 1\\.25 \\| 1\\.[12]\\d? \\(.*\\| 5 \\| met \\|");
        assertThat(page)
                .containsPattern("G3\\.10 \\|.*\\| nginx \\| <= 1\\.4 \\| [23][.\\d]* \\(.*\\| \\*\\*missed\\*\\* \\|");
        assertThat(page).containsPattern("G3\\.100 \\|.*\\| - \\| - \\| 0 \\| not measured \\|");
        assertThat(page).contains("**G3.10**", "A profile is not described yet");
        assertThat(page)
                .contains("machine.processor", "a processor", "2 were sent, 2 refused")
                .doesNotContain("PARTIAL", "VOID");
        assertThat(run.resolve("report/benchmarks/figures.csv")).content().contains("direct,esbmt,buystocks,1024,20");
        assertThat(run.resolve("report/benchmarks/windows.csv")).hasSameTextualContentAs(run.resolve("windows.csv"));
    }

    @Test
    void aTargetHasTheSameColourInEachPlot() throws IOException {
        Path run = proxies()
                .cell("direct", "camel-netty", KB, 20, 100)
                .cell("direct", "camel-netty", 10 * KB, 20, 200)
                .cell("direct", "esbmt", KB, 320, 12)
                .cell("direct", "nginx", KB, 320, 10)
                .write("complete", "");
        assertThat(report(run.toString())).isZero();
        Path files = run.resolve("report/benchmarks");
        for (String plot : List.of("direct-size-buystocks", "direct-connections-cpu")) {
            assertThat(files.resolve(plot + ".svg"))
                    .content()
                    .containsPattern(
                            "stroke='#d55e00' stroke-width='2'/>\n<rect [^>]*fill='#d55e00'/>\n<text [^>]*>nginx<");
        }
    }

    @Test
    void unsettledTargetsAreMarked() throws IOException {
        Path run = proxies()
                .preparedness(Preparedness.UNSETTLED)
                .cell("xslt", "esbmt", KB, 20, 97)
                .write("complete", "");
        assertThat(report(run.toString())).isZero();
        assertThat(page(run))
                .contains(
                        "These targets had not settled before their windows, in the limits of their preparation:\n\n* `xslt`, buystocks, 1 KB, 1 endpoint: `esbmt`\n")
                .containsPattern("\\| closed \\| 9\\d[.\\d]* \\(.*\\) ~ \\|")
                .doesNotContainPattern("\\| closed \\| 1\\d[.\\d]* \\(.*\\) ~");
    }

    @Test
    void aMissedGoalHasItsAuthorsSentence() throws IOException {
        Path run = proxies().write("complete", "");
        Path notes = Files.writeString(directory.resolve("notes"), "G3.10 = The scan takes 60 % of the time.\n");
        assertThat(report(run.toString(), "--notes", notes.toString())).isZero();
        assertThat(page(run)).contains("The scan takes 60 % of the time.").doesNotContain("not described");
    }

    @Test
    void aSentenceOnAnUnknownGoalIsRefused() throws IOException {
        Path run = proxies().write("complete", "");
        Path notes = Files.writeString(directory.resolve("notes"), "G33 = A slip of the pen.\n");
        assertThat(report(run.toString(), "--notes", notes.toString())).isEqualTo(1);
        assertThat(run.resolve("report")).doesNotExist();
    }

    @Test
    void nothingOfAVoidRunIsCounted() throws IOException {
        Path run = proxies().write("void", "a forged message passed");
        assertThat(report(run.toString())).isEqualTo(ReportProgram.NO_RESULT);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("THE RUN IS VOID", "a forged message passed");
        assertThat(page(run))
                .contains("VOID: nothing of this run counts", "a forged message passed")
                .doesNotContain("## Goals", "## Scenario", "| met |");
        try (Stream<Path> files = Files.list(run.resolve("report/benchmarks"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run.json", "windows.csv");
        }
    }

    @Test
    void aChangeThatWasMadeTwiceMakesTheRunVoid() throws IOException {
        Path run = proxies()
                .management(new ManagementLine(
                        "interruption", "soap", 0, "changeQuota", 1, 1, 2, 1, 1, 1, 1, 1, 5, "WRONG: 2 of 1 changes"))
                .write("complete", "");
        assertThat(report(run.toString())).isEqualTo(ReportProgram.NO_RESULT);
        assertThat(page(run)).contains("VOID", "an interruption of soap had a wrong outcome");
    }

    @Test
    void aRunThatIsNoResultNeverReplacesThePublishedPage() throws IOException {
        Path docs = Files.createDirectories(directory.resolve("docs"));
        Files.writeString(docs.resolve("benchmarks.md"), "published");
        for (String state : List.of("void", "interrupted", "")) {
            Path run = proxies().write(state, "");
            assertThat(report(run.toString(), "--into", docs.toString())).isEqualTo(ReportProgram.NO_RESULT);
            assertThat(docs.resolve("benchmarks.md")).hasContent("published");
        }
    }

    @Test
    void figuresOfAnInterruptedRunAreMarked() throws IOException {
        Path run = proxies().write("running", "");
        assertThat(report(run.toString())).isEqualTo(ReportProgram.NO_RESULT);
        assertThat(page(run)).contains("PARTIAL: this run was interrupted", "the run has no end", "## Goals");
    }

    @Test
    void aLineThatBreaksOffMakesTheRunPartial() throws IOException {
        Path run = proxies().write("complete", "");
        Path windows = run.resolve("windows.csv");
        String text = Files.readString(windows);
        Files.writeString(windows, text.substring(0, text.length() - 60));
        assertThat(report(run.toString())).isEqualTo(ReportProgram.NO_RESULT);
        assertThat(page(run)).contains("PARTIAL", "windows.csv has a damaged line 21");
    }

    @Test
    void failedWindowsAreNamedAndDoNotCount() throws IOException {
        Path run = run().uncounted("direct", "esbmt", WindowState.FAILED, "the back end died")
                .cell("direct", "nginx", KB, 20, 10)
                .write("complete", "");
        assertThat(report(run.toString())).isZero();
        assertThat(page(run))
                .contains("failed of `esbmt` in `direct`", "the back end died")
                .containsPattern("G1\\.20 \\|.*not measured");
    }

    @Test
    void otherColumnsAreRefused() throws IOException {
        Path run = proxies().write("complete", "");
        Files.writeString(run.resolve("windows.csv"), "a,b\n1,2\n");
        assertThat(report(run.toString())).isEqualTo(1);
        assertThat(report(directory.toString())).isEqualTo(1);
        assertThat(report("--into", "docs")).isEqualTo(2);
    }

    @Test
    void tenancyStandsBesideTheOriginalPrototype() throws IOException {
        for (int endpoints : new int[] {1, 10}) {
            Path run = run().cell(new Cell("tenancy", "esbmt", "buystocks", KB, 20, endpoints, 1), 24)
                    .cell(new Cell("tenancy", "servicemix-http", "buystocks", KB, 20, endpoints, 1), 100)
                    .write("complete", "");
            assertThat(report(run.toString())).isZero();
            assertThat(page(run))
                    .contains("original prototype: 1..10", "### Load of the processors")
                    .containsPattern("\\| " + endpoints + " \\| 1 \\| 1 KB \\| 20 \\| 0\\.2\\d+ \\(");
        }
    }

    @Test
    void pairedTestsFindADifferenceOnlyWhereOneIs() throws IOException {
        SyntheticRun study = run().rounds(10);
        study.cell("study-clients", "esbmt", 100 * KB, 1, 100).cell("study-clients", "nginx", 100 * KB, 1, 110);
        study.cell("study-clients", "esbmt", 100 * KB, 160, 100).cell("study-clients", "nginx", 100 * KB, 160, 100);
        Path run = study.write("complete", "");
        assertThat(report(run.toString())).isZero();
        String tests = Files.readString(run.resolve("report/benchmarks/tests-study-clients-mean.csv"));
        assertThat(tests.lines().filter(line -> line.startsWith("1,100 KB")))
                .singleElement()
                .asString()
                .endsWith(",yes");
        assertThat(tests.lines().filter(line -> line.startsWith("160,")))
                .singleElement()
                .asString()
                .endsWith(",no");
    }

    @Test
    void plotsAreWellFormedAndNamed() throws Exception {
        SyntheticRun synthetic = proxies();
        for (int rtt : new int[] {0, 1, 20}) {
            synthetic.management(new ManagementLine(
                    "latency", "rest", rtt, "find & tell", 1, 1, 50, 1e3 * (1 + rtt), 900, 2e3, 3e3, 4e3, 0, ""));
        }
        synthetic.management(new ManagementLine(
                "interruption", "jmx", 0, "addUser", 1, 1, 1, 5e6, 5e6, 5e6, 5e6, 5e6, 5, "SUCCEEDED: after waiting"));
        Path run = synthetic.write("complete", "");
        assertThat(report(run.toString())).isZero();
        String page = page(run);
        assertThat(page)
                .contains("## Management plane", "| addUser | 5 s | jmx | 5,000 | 5,000 | SUCCEEDED: after waiting |");
        for (String plot : List.of("direct-size-buystocks", "management-find-tell")) {
            assertThat(page).contains("](benchmarks/" + plot + ".svg)");
            byte[] svg = Files.readAllBytes(run.resolve("report/benchmarks/" + plot + ".svg"));
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(svg));
            assertThat(new String(svg, StandardCharsets.UTF_8))
                    .contains("<polyline")
                    .doesNotContain("NaN");
        }
        assertThat(run.resolve("report/benchmarks/direct-size-buystocks.svg"))
                .content()
                .contains(">esbmt<", ">nginx<", ">1 KB<", ">10 KB<");
    }
}
