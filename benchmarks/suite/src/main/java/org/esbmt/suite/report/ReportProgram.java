package org.esbmt.suite.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.suite.result.ManagementLine;
import org.esbmt.suite.result.RunState;
import org.esbmt.suite.result.Slice;

/** The program {@code benchmarks/report}: it writes the page of a run with its tables and plots. */
public final class ReportProgram {
    private static final String USAGE = """
            Usage: benchmarks/report DIR [--into DOCS] [--notes FILE]
              DIR           folder of a run, with run.json and windows.csv
              --into DOCS   write benchmarks.md and benchmarks/ there (default: DIR/report); only for a complete run
              --notes FILE  sentences on missed goals (default: benchmarks/notes.properties beside the page, if it exists)
            Ends with 3 for a run that is interrupted or void, and then writes only a page that says so.
            """;

    /** The end of the program for a run that is no result. */
    static final int NO_RESULT = 3;

    private static final List<String> RAW = List.of("run.json", "windows.csv", Slice.FILE, ManagementLine.FILE);

    private final PrintStream out;
    private final PrintStream err;

    public ReportProgram(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        System.exit(new ReportProgram(System.out, System.err).run(args));
    }

    /** Runs the program; returns its exit status. */
    public int run(String... args) {
        Optional<Path> into = Optional.empty();
        Optional<Path> notes = Optional.empty();
        if (args.length == 0 || args.length % 2 == 0 || args[0].startsWith("--")) {
            return usage();
        }
        for (int i = 1; i < args.length; i += 2) {
            switch (args[i]) {
                case "--into" -> into = Optional.of(Path.of(args[i + 1]));
                case "--notes" -> notes = Optional.of(Path.of(args[i + 1]));
                default -> {
                    return usage();
                }
            }
        }
        try {
            return report(ResultFolder.read(Path.of(args[0])), into, notes);
        } catch (IOException e) {
            err.println("The report cannot be written: " + e.getMessage());
            return 1;
        }
    }

    private int usage() {
        err.print(USAGE);
        return 2;
    }

    private int report(ResultFolder folder, Optional<Path> into, Optional<Path> notes) throws IOException {
        boolean complete = folder.state() == RunState.COMPLETE;
        if (!complete) {
            err.printf(
                    "%s%n%s: %s.%n",
                    folder.state() == RunState.VOID
                            ? "THE RUN IS VOID. NOTHING OF IT COUNTS."
                            : "THE RUN WAS INTERRUPTED. ITS FIGURES ARE NO RESULT.",
                    folder.directory(),
                    folder.reason());
            if (into.isPresent()) {
                err.printf("Nothing was written into %s.%n", into.get());
                return NO_RESULT;
            }
        }
        Path target = into.orElse(folder.directory().resolve("report"));
        Path files = target.resolve(Page.FILES);
        Path standing = notes.orElse(files.resolve("notes.properties"));
        Page page = new Page(folder, notes.isPresent() || Files.exists(standing) ? Notes.read(standing) : Notes.none());
        write(page, folder, target, files);
        out.println(target.resolve("benchmarks.md"));
        if (!page.withoutNote().isEmpty()) {
            err.printf("Missed goals without a sentence in %s: %s%n", standing, String.join(", ", page.withoutNote()));
        }
        return complete ? 0 : NO_RESULT;
    }

    private static void write(Page page, ResultFolder folder, Path target, Path files) throws IOException {
        Files.createDirectories(files);
        try (DirectoryStream<Path> old = Files.newDirectoryStream(files, "*.{svg,csv}")) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
        for (Plot plot : page.plots()) {
            Files.writeString(files.resolve(plot.file() + ".svg"), SvgPlot.of(plot), StandardCharsets.UTF_8);
        }
        for (Map.Entry<String, Table> table : page.tables().entrySet()) {
            Files.writeString(
                    files.resolve(table.getKey() + ".csv"), table.getValue().csv(), StandardCharsets.UTF_8);
        }
        for (String raw : RAW) {
            Path source = folder.directory().resolve(raw);
            if (Files.exists(source)) {
                Files.copy(source, files.resolve(raw), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.writeString(target.resolve("benchmarks.md"), page.markdown(), StandardCharsets.UTF_8);
    }
}
