package org.esbmt.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.esbmt.load.Pinned;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that do not end as planned, on the back end alone. */
class SuiteTest {
    @TempDir
    private Path folder;

    @Test
    void aSignalEndsTheRunAndMarksItsResults() throws Exception {
        try (SuiteProcess suite = new SuiteProcess(folder, "backend")) {
            suite.awaitWindows(2, Set.of(WindowState.OK));
            List<ProcessHandle> processes = suite.all();
            suite.process().destroy();
            suite.awaitEnd();
            SuiteProcess.awaitEnd(processes);
            assertThat(suite.run())
                    .contains("\"state\":\"interrupted\"", "\"reason\":\"a signal stopped the run\"")
                    .doesNotContain("\"end\":\"\"");
            List<Window> windows = suite.windows();
            assertThat(windows)
                    .filteredOn(window -> window.state() == WindowState.OK)
                    .hasSizeGreaterThanOrEqualTo(2);
            assertThat(windows)
                    .filteredOn(window -> window.state() == WindowState.PARTIAL)
                    .hasSizeLessThanOrEqualTo(1)
                    .allMatch(window -> Double.isNaN(window.throughputPerSecond()));
        }
    }

    @Test
    void aKilledRunLeavesNoProcessAndIsInterrupted() throws Exception {
        try (SuiteProcess suite = new SuiteProcess(folder, "backend")) {
            suite.awaitWindows(1);
            List<ProcessHandle> processes = suite.all();
            assertThat(processes).isNotEmpty();
            suite.process().destroyForcibly();
            SuiteProcess.awaitEnd(processes);
            assertThat(suite.run()).contains("\"state\":\"interrupted\"", "\"reason\":\"the run has not ended\"");
        }
    }

    @Test
    void aBackEndThatDiesEndsTheRunWithoutAFigureOfItsWindow() throws Exception {
        try (SuiteProcess suite = new SuiteProcess(folder, "backend")) {
            suite.awaitWindows(1);
            suite.below("StubBackEnd").destroyForcibly();
            assertThat(suite.awaitEnd()).isEqualTo(1);
            assertThat(suite.run()).contains("\"state\":\"interrupted\"", "\"reason\":\"the back end has ended\"");
            List<Window> windows = suite.windows();
            Window last = windows.get(windows.size() - 1);
            assertThat(last.state()).isEqualTo(WindowState.FAILED);
            assertThat(last.reason()).isEqualTo("the back end has ended");
            assertThat(last.throughputPerSecond()).isNaN();
            assertThat(last.p99Micros()).isNaN();
            assertThat(suite.said()).contains("interrupted: the back end has ended");
        }
    }

    @Test
    void aComparatorThatDiesFailsItsOwnWindowsOnly() throws Exception {
        assumeTrue(Pinned.onPath("nginx"), "nginx is not installed");
        try (SuiteProcess suite = new SuiteProcess(folder, "backend,nginx")) {
            suite.awaitWindows(2);
            suite.below("nginx: master").destroyForcibly();
            suite.awaitWindow(suite.windows().size(), SuiteTest::isOfEndedNginx);
            // a window may have no answer on a busy machine, so any later one will do
            suite.awaitWindow(suite.windows().size(), SuiteTest::isAnsweredByTheBackEnd);
            suite.awaitSaid("FAILED: nginx has ended");
        }
    }

    private static boolean isOfEndedNginx(Window window) {
        return window.cell().target().equals("nginx")
                && window.state() == WindowState.FAILED
                && window.reason().equals("nginx has ended")
                && Double.isNaN(window.throughputPerSecond());
    }

    private static boolean isAnsweredByTheBackEnd(Window window) {
        return window.cell().target().equals("backend") && window.state() == WindowState.OK;
    }

    @Test
    void aWrongCommandLineIsRefusedWithASentence() {
        assertThatThrownBy(() -> Options.of("--fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no option --fast");
        assertThatThrownBy(() -> Options.of("--compare", "old.tar.gz"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a value is missing");
        assertThatThrownBy(() -> Options.of("--rounds", "many").number("rounds", 1))
                .hasMessage("--rounds needs a number");
    }

    @Test
    void aCommandLineWithoutAWindowIsRefused() {
        assertThatThrownBy(() -> Options.of("--rounds", "0").number("rounds", 1))
                .hasMessage("--rounds needs a number from 1");
        assertThatThrownBy(() -> Options.of("--only", "direkt"))
                .hasMessageStartingWith("--quick has no windows for 'direkt' of --only; it has direct, cbr-body, ");
        assertThatThrownBy(() -> Options.of("--targets", "ngnix", "--smoke"))
                .hasMessage("--smoke has no windows for 'ngnix' of --targets; it has esbmt, backend, nginx");
        assertThatThrownBy(() -> Options.of("--only", "xslt", "--targets", "nginx"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--quick has no windows for 'nginx' of --targets");
        assertThatThrownBy(() -> Options.of("--compare", "old", "new", "--targets", "haproxy"))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
