package org.esbmt.itests.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A file with a line for each cell that has run. Its fields, separated by tabs, are the cell, {@code kept}, {@code broken} or
 * {@code unreached}, seconds, the time of the end, the client's answer, measured times, and violations. The last line of a
 * cell counts. Thread-safe.
 */
final class Results {
    private static final int FIELDS = 7;

    private final Path file;
    private final Map<String, String[]> lines = new TreeMap<>();

    private Results(Path file) {
        this.file = file;
    }

    /** Opens the file with the results of earlier runs. */
    static Results open(Path file) throws IOException {
        Results results = new Results(file);
        Files.createDirectories(file.toAbsolutePath().getParent());
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file, UTF_8)) {
                String[] fields = line.split("\t", -1);
                // A killed run may have left an incomplete line.
                if (fields.length == FIELDS) {
                    results.lines.put(fields[0], fields);
                }
            }
        }
        return results;
    }

    synchronized boolean has(Cell cell) {
        return lines.containsKey(cell.toString());
    }

    synchronized void add(Outcome outcome) throws IOException {
        String verdict = !outcome.isGood() ? "broken" : outcome.reached() ? "kept" : "unreached";
        String[] fields = {
            outcome.cell().toString(),
            verdict,
            String.format(Locale.ROOT, "%.1f", outcome.took().toMillis() / 1000.0),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            flat(outcome.answer()),
            flat(String.join("; ", outcome.notes())),
            flat(String.join("; ", outcome.violations()))
        };
        lines.put(fields[0], fields);
        Files.writeString(
                file, String.join("\t", fields) + "\n", UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String flat(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }

    /** Sums over the cells of a victim and a fault: all, broken, unreached, and the time. */
    record Count(int cells, int broken, int unreached, double seconds) {
        private Count with(String[] fields) {
            return new Count(
                    cells + 1,
                    broken + (fields[1].equals("broken") ? 1 : 0),
                    unreached + (fields[1].equals("unreached") ? 1 : 0),
                    seconds + Double.parseDouble(fields[2]));
        }
    }

    /** By {@code <victim> <fault>}. */
    synchronized Map<String, Count> counts() {
        Map<String, Count> counts = new TreeMap<>();
        for (String[] fields : lines.values()) {
            Cell cell = Cell.parse(fields[0]);
            counts.merge(
                    cell.victim() + " " + cell.fault(),
                    new Count(0, 0, 0, 0).with(fields),
                    (former, one) -> former.with(fields));
        }
        return counts;
    }

    /** A line for each broken cell. */
    synchronized List<String> broken() {
        return lines.values().stream()
                .filter(fields -> fields[1].equals("broken"))
                .map(fields -> fields[0] + ": " + fields[6])
                .toList();
    }
}
