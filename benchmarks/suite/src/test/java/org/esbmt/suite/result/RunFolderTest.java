package org.esbmt.suite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.esbmt.harness.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {
    private static final RunDescription BEGUN = new RunDescription(
            "quick",
            "2026-11-26T12:00:00Z",
            "",
            RunState.INTERRUPTED,
            "the run has not ended",
            List.of(),
            List.of(),
            Map.of("processor", "a \"good\" one"),
            Map.of(),
            Map.of(),
            Map.of(),
            Map.of(),
            List.of());

    @TempDir
    private Path parent;

    @Test
    void aRunWithoutAnEndIsInterrupted() throws Exception {
        try (RunFolder folder = RunFolder.create(parent.resolve("run"), BEGUN)) {
            assertThat(Files.readString(folder.folder().resolve("run.json")))
                    .contains("\"state\":\"interrupted\"", "\"reason\":\"the run has not ended\"");
        }
    }

    @Test
    void anotherRunIsNotOverwritten() throws Exception {
        RunFolder.create(parent.resolve("run"), BEGUN).close();
        assertThatThrownBy(() -> RunFolder.create(parent.resolve("run"), BEGUN))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("holds another run");
    }

    /** A limit of the file size stands for the full disk. */
    @Test
    void aFullDiskLeavesWholeLinesAndAnInterruptedRun() throws Exception {
        Path run = parent.resolve("run");
        Script.Result filler = Script.run(
                parent,
                List.of(
                        "sh",
                        "-c",
                        "ulimit -f 8; exec \"$0\" \"$@\"",
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-XX:-UsePerfData",
                        "-Xshare:auto",
                        "-cp",
                        absoluteClassPath(),
                        Filler.class.getName(),
                        run.toString()),
                Duration.ofSeconds(60));
        assertThat(filler.output()).contains("refused after some lines");
        assertThat(Files.readString(run.resolve("run.json"))).contains("\"state\":\"interrupted\"");
        List<String> lines = Files.readAllLines(run.resolve("windows.csv"));
        assertThat(lines).hasSizeGreaterThan(10);
        assertThat(lines.subList(1, lines.size()))
                .allSatisfy(line -> assertThat(Window.of(line).line()).isEqualTo(line));
        try (var files = Files.list(run)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("run.json", "windows.csv", "cpu.csv", "preparation.csv");
        }
    }

    private static String absoluteClassPath() {
        return String.join(
                ":",
                List.of(System.getProperty("java.class.path").split(":", -1)).stream()
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    /** Writes windows until the disk refuses. */
    static final class Filler {
        private Filler() {}

        public static void main(String[] args) throws Exception {
            try (RunFolder folder = RunFolder.create(Path.of(args[0]), BEGUN)) {
                for (int i = 1; i <= 10_000; i++) {
                    try {
                        folder.add(WindowTest.FAILED, List.of());
                    } catch (IOException e) {
                        System.out.println("refused after " + (i > 10 ? "some lines" : "nothing"));
                        return;
                    }
                }
            }
        }
    }
}
