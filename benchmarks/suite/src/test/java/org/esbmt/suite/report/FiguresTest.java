package org.esbmt.suite.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowBuilder;
import org.esbmt.suite.result.WindowState;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Cell CELL = new Cell("tenancy", "esbmt", "buystocks", 1024, 20, 1, 1);

    private static Window window(int number, int round, double cpu, WindowState state) {
        return window(number, CELL, round, cpu, state);
    }

    private static Window window(int number, Cell cell, int round, double cpu, WindowState state) {
        return new WindowBuilder(number, cell, round)
                .answered(1, 10, 0)
                .cpu(cpu)
                .ended(state, state == WindowState.OK ? "" : "1 status");
    }

    @Test
    void aLaterStageFillsNoGapOfTheFirst() {
        Figures figures = new Figures(List.of(
                window(1, 1, 20, WindowState.OK),
                window(2, 2, Double.NaN, WindowState.FAILED),
                window(3, 1, 90, WindowState.OK),
                window(4, 2, 90, WindowState.OK)));
        Setting setting = Setting.closed("tenancy", "esbmt", 1024, 20);
        assertThat(figures.rounds(setting, Metric.CPU).array()).containsExactly(20);
        assertThat(figures.windows(setting)).extracting(Window::number).containsExactly(1);
    }

    @Test
    void aResumedRunReplacesItsPartialWindow() {
        Figures figures =
                new Figures(List.of(window(1, 1, Double.NaN, WindowState.PARTIAL), window(2, 1, 20, WindowState.OK)));
        Setting setting = Setting.closed("tenancy", "esbmt", 1024, 20);
        assertThat(figures.rounds(setting, Metric.CPU).array()).containsExactly(20);
    }

    @Test
    void theMeansBesideAPairedTestAreThoseOfItsRounds() {
        Cell bus = new Cell("study-clients", "esbmt", "buystocks", 1024, 1, 1, 1);
        Cell nginx = new Cell("study-clients", "nginx", "buystocks", 1024, 1, 1, 1);
        Figures figures = new Figures(List.of(
                window(1, bus, 1, 20, WindowState.OK),
                window(2, nginx, 1, 10, WindowState.OK),
                window(3, bus, 2, 24, WindowState.OK),
                window(4, nginx, 2, 12, WindowState.OK),
                window(5, bus, 3, 90, WindowState.OK),
                window(6, nginx, 3, Double.NaN, WindowState.FAILED)));
        String csv = new StudyTables(figures).tests("study-clients", Metric.CPU).csv();
        assertThat(csv.lines().skip(1)).singleElement().asString().startsWith("1,1 KB,nginx,22,11,");
    }
}
