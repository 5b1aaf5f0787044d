package org.esbmt.itests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.esbmt.harness.BusHome;
import org.esbmt.harness.Script;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowState;
import org.junit.jupiter.api.Test;

/** The evaluation suite on the distribution: each scenario once, with the attacks before and after. No timing counts. */
class EvaluationSuiteIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @Test
    void everyScenarioWorksAndEveryAttackIsRefused() throws Exception {
        Path folder = Path.of("target", EvaluationSuiteIT.class.getSimpleName()).toAbsolutePath();
        BusHome.delete(folder);
        Files.createDirectories(folder);
        Path results = folder.resolve("results");
        Script.Result suite = Script.run(
                folder,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.esbmt.suite.Suite",
                        "--smoke",
                        "--distribution",
                        Path.of(System.getProperty("distribution"))
                                .toAbsolutePath()
                                .toString(),
                        "--comparators",
                        folder.toString(),
                        "--out",
                        results.toString()),
                LIMIT);
        assertThat(suite.status()).as(suite.output()).isZero();
        assertThat(suite.output()).contains("complete: " + results);
        assertThat(Files.readString(results.resolve("run.json")))
                .contains("\"state\":\"complete\"", "gateway: a repetition", "xslt: the other tenant's sender")
                .doesNotContain("\"refused\":false");
        List<Window> windows = Files.readAllLines(results.resolve("windows.csv")).stream()
                .skip(1)
                .map(Window::of)
                .toList();
        assertThat(windows).allMatch(window -> window.state() == WindowState.OK);
        assertThat(windows)
                .filteredOn(window -> window.cell().target().equals("esbmt"))
                .extracting(window -> window.cell().scenario())
                .containsExactlyInAnyOrder(
                        "direct", "cbr-body", "cbr-soap-header", "cbr-http-header", "xslt", "gateway", "tenancy");
    }
}
