package org.esbmt.suite.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.esbmt.suite.result.CpuSample;
import org.esbmt.suite.result.FlatJson;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.result.RunState;
import org.esbmt.suite.result.Window;

/**
 * The results of one run, as its folder has them.
 *
 * @param directory the folder
 * @param state if the run may be reported
 * @param reason empty for a complete run
 * @param facts all texts of {@code run.json} by path
 * @param windows all windows, including those that do not count
 * @param cpu the samples of processor load
 * @param management the measurements of the management plane
 * @param damages a sentence for each line that cannot be read
 */
record ResultFolder(
        Path directory,
        RunState state,
        String reason,
        Map<String, String> facts,
        List<Window> windows,
        List<CpuSample> cpu,
        List<ManagementLine> management,
        List<String> damages) {

    /**
     * Reads a folder. A run without a state was interrupted. So was one whose files have a line that
     * cannot be read. A run with a change that was lost or made twice is void.
     *
     * @throws IOException if there is no {@code run.json}, or a file has another form
     */
    static ResultFolder read(Path directory) throws IOException {
        Path run = directory.resolve("run.json");
        if (!Files.isRegularFile(run)) {
            throw new IOException(directory + " is no folder of results: it has no run.json");
        }
        Map<String, String> facts = FlatJson.read(run);
        List<String> damages = new ArrayList<>();
        List<Window> windows = lines(directory.resolve("windows.csv"), Window.COLUMNS, Window::of, damages);
        List<CpuSample> cpu = lines(directory.resolve("cpu.csv"), CpuSample.COLUMNS, CpuSample::of, damages);
        List<ManagementLine> management =
                lines(directory.resolve(ManagementLine.FILE), ManagementLine.COLUMNS, ManagementLine::of, damages);
        RunState state = state(run, facts.getOrDefault("state", ""));
        String reason = facts.getOrDefault("reason", "");
        if (state == RunState.COMPLETE && !damages.isEmpty()) {
            state = RunState.INTERRUPTED;
            reason = damages.get(0);
        } else if (state != RunState.COMPLETE && reason.isEmpty()) {
            reason = state == RunState.VOID ? "run.json gives no reason" : "the run has no end";
        }
        Optional<ManagementLine> wrong =
                management.stream().filter(ManagementLine::isWrong).findFirst();
        if (wrong.isPresent()) {
            state = RunState.VOID;
            reason = "an interruption of " + wrong.get().api() + " had a wrong outcome: "
                    + wrong.get().outcome();
        }
        return new ResultFolder(directory, state, reason, facts, windows, cpu, management, damages);
    }

    private static RunState state(Path run, String word) throws IOException {
        try {
            // A run that is killed leaves the state of its begin.
            return word.isEmpty() || word.equals("running")
                    ? RunState.INTERRUPTED
                    : RunState.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IOException(run + " has an unknown state: " + word, e);
        }
    }

    private static <T> List<T> lines(Path file, String columns, Function<String, T> reader, List<String> damages)
            throws IOException {
        List<T> values = new ArrayList<>();
        if (!Files.exists(file)) {
            return values;
        }
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        if (lines.isEmpty() || !lines.get(0).equals(columns)) {
            throw new IOException(file + " has other columns than this report: " + columns);
        }
        for (int i = 1; i < lines.size(); i++) {
            try {
                values.add(reader.apply(lines.get(i)));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                damages.add(file.getFileName() + " has a damaged line " + (i + 1));
            }
        }
        return values;
    }
}
