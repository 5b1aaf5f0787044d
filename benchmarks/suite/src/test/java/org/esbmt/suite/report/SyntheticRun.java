package org.esbmt.suite.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.esbmt.suite.result.Cell;
import org.esbmt.suite.result.CpuSample;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.result.Preparedness;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowBuilder;
import org.esbmt.suite.result.WindowState;

/** Writes folders of results with chosen figures. */
public final class SyntheticRun {
    private final Path directory;
    private final List<Window> windows = new ArrayList<>();
    private final List<CpuSample> samples = new ArrayList<>();
    private final List<ManagementLine> management = new ArrayList<>();
    private final Random random = new Random(1);
    private int rounds = 5;
    private double noise = 0.01;
    private Preparedness preparedness = Preparedness.SETTLED;

    public SyntheticRun(Path directory) {
        this.directory = directory;
    }

    /** Rounds of the settings that follow. */
    public SyntheticRun rounds(int count) {
        rounds = count;
        return this;
    }

    /** The standard deviation of the settings that follow, as a part of their figures. */
    public SyntheticRun noise(double part) {
        noise = part;
        return this;
    }

    /** The state of the targets in the settings that follow. */
    public SyntheticRun preparedness(Preparedness state) {
        preparedness = state;
        return this;
    }

    public SyntheticRun seed(long seed) {
        random.setSeed(seed);
        return this;
    }

    /** A cell with a processor time of about so many microseconds, and one percent of noise unless set otherwise. */
    public SyntheticRun cell(Cell cell, double cpuMicros) {
        for (int round = 1; round <= rounds; round++) {
            double cpu = cpuMicros * Math.exp(noise * random.nextGaussian());
            windows.add(window(cell, round, cpu, WindowState.OK, ""));
            samples.add(new CpuSample(windows.size(), 500, 80 + round));
        }
        return this;
    }

    public SyntheticRun cell(String scenario, String target, int size, int connections, double cpuMicros) {
        return cell(new Cell(scenario, target, "buystocks", size, connections, 1, 1), cpuMicros);
    }

    public SyntheticRun uncounted(String scenario, String target, WindowState state, String reason) {
        windows.add(window(new Cell(scenario, target, "buystocks", 1024, 20, 1, 1), 1, 1, state, reason));
        return this;
    }

    public SyntheticRun management(ManagementLine line) {
        management.add(line);
        return this;
    }

    private Window window(Cell cell, int round, double cpu, WindowState state, String reason) {
        return new WindowBuilder(windows.size() + 1, cell, round)
                .generator("wrk")
                .answered(0.1 * cpu, 100_000, state == WindowState.FAILED ? 7 : 0)
                .cpu(cpu)
                .latencies(cpu * 20, cpu * 19, cpu * 30, cpu * 50)
                .longest(cpu * 90)
                .memory(5e8, 2e8)
                .preparedness(preparedness)
                .ended(state, reason);
    }

    /** Writes the folder. */
    public Path write(String state, String reason) throws IOException {
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("run.json"), """
                {"state": "%s", "reason": "%s", "start": "2026-11-26T12:00:00Z", "end": "2026-11-26T13:00:00Z",
                 "machine": {"processor": "a processor", "processors": 2}, "versions": {"nginx": "1.22"}, "options": ["--quick"],
                 "attacks": [{"name": "forged", "refused": true}, {"name": "foreign", "refused": true}]}
                """.formatted(state, reason));
        write("windows.csv", Window.COLUMNS, windows.stream().map(Window::line).toList());
        write(
                "cpu.csv",
                CpuSample.COLUMNS,
                samples.stream().map(CpuSample::line).toList());
        if (!management.isEmpty()) {
            write(
                    ManagementLine.FILE,
                    ManagementLine.COLUMNS,
                    management.stream().map(ManagementLine::line).toList());
        }
        return directory;
    }

    private void write(String file, String columns, List<String> lines) throws IOException {
        Files.writeString(directory.resolve(file), columns + "\n" + String.join("\n", lines) + "\n");
    }
}
