package org.esbmt.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.esbmt.suite.plan.Planned;
import org.esbmt.suite.result.RunDescription.Attack;
import org.esbmt.suite.result.RunState;
import org.esbmt.suite.result.Window;
import org.esbmt.suite.result.WindowBuilder;
import org.esbmt.suite.result.WindowState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
    private static final Attack REFUSED = new Attack("quick", "before", "xslt: no credential", true, "500");
    private static final Attack PASSED = new Attack("quick", "after", "direct: a wrong password", false, "200");

    @TempDir
    private Path folder;

    private Path out;
    private Path build;
    private Run run;

    @BeforeEach
    void begin() throws Exception {
        out = folder.resolve("run");
        build = Files.writeString(folder.resolve("bus.tar.gz"), "a build");
        run = new Run(options(), out);
    }

    private Options options(String... further) {
        List<String> all = new ArrayList<>(List.of(
                "--smoke", "--comparators", folder.toString(), "--distribution", build.toString(), "--only", "direct"));
        all.addAll(List.of(further));
        return Options.of(all.toArray(String[]::new));
    }

    /** The command line of a continued run. */
    private Run resumed() throws Exception {
        Options line = Options.of(
                "--resume", out.toString(), "--comparators", folder.toString(), "--distribution", build.toString());
        Earlier earlier = Earlier.read(out);
        return new Run(line.of(earlier), out, earlier);
    }

    private Measurement.Measured measured(Planned planned, WindowState state) {
        Window window = new WindowBuilder(run.nextWindow(), planned.cell(), 1)
                .generator("wrk")
                .answered(1, 10, 0)
                .ended(state, state == WindowState.OK ? "" : "the run was interrupted");
        return new Measurement.Measured(window, List.of());
    }

    private String description() throws IOException {
        return Files.readString(out.resolve("run.json"));
    }

    @Test
    void anAttackThatPassesMakesTheRunVoid() throws Exception {
        RunState state = run.run(() -> {
            run.attacked(List.of(REFUSED));
            run.attacked(List.of(REFUSED, PASSED));
        });
        assertThat(state).isEqualTo(RunState.VOID);
        assertThat(description())
                .contains("\"state\":\"void\"", "the bus let pass: direct: a wrong password (after, answer 200)");
    }

    @Test
    void aRunWithRefusedAttacksIsComplete() throws Exception {
        assertThat(run.run(() -> run.attacked(List.of(REFUSED)))).isEqualTo(RunState.COMPLETE);
        assertThat(description()).contains("\"state\":\"complete\"", "\"reason\":\"\"");
    }

    @Test
    void anErrorInterruptsTheRunAndIsItsReason() throws Exception {
        RunState state = run.run(() -> {
            throw new IOException("No space left on device");
        });
        assertThat(state).isEqualTo(RunState.INTERRUPTED);
        assertThat(description()).contains("\"reason\":\"No space left on device\"");
    }

    private void interruptAfterTheFirstWindow(List<Planned> windows) throws IOException {
        run.run(() -> {
            run.attacked(List.of(REFUSED));
            run.add(measured(windows.get(0), WindowState.OK));
            run.add(measured(windows.get(1), WindowState.PARTIAL));
            throw new InterruptedException();
        });
    }

    @Test
    void aResumedRunMeasuresTheRestOnly() throws Exception {
        List<Planned> windows = run.profile().stages().get(0).windows().stream()
                .filter(run::wants)
                .toList();
        interruptAfterTheFirstWindow(windows);
        Files.writeString(out.resolve("windows.csv"), "half a line", StandardOpenOption.APPEND);
        Run rest = resumed();
        assertThat(windows).hasSize(3);
        assertThat(rest.has(windows.get(0), 1)).isTrue();
        assertThat(rest.has(windows.get(1), 1)).as("a partial window").isFalse();
        assertThat(rest.has(windows.get(2), 1)).isFalse();
        assertThat(rest.progress().windows()).isEqualTo(2);
        assertThat(rest.nextWindow()).isEqualTo(3);
        run = rest;
        assertThat(rest.run(() -> rest.add(measured(windows.get(1), WindowState.OK))))
                .isEqualTo(RunState.COMPLETE);
        assertThat(Files.readAllLines(out.resolve("windows.csv")).stream()
                        .skip(1)
                        .map(line -> Window.of(line).state()))
                .containsExactly(WindowState.OK, WindowState.PARTIAL, WindowState.OK);
        assertThat(description())
                .contains("\"state\":\"complete\"", "\"only\":\"direct\"", "xslt: no credential")
                .doesNotContain("\"resumed\":[]");
    }

    @Test
    void aResumedRunKeepsTheUseOfVectorsAndMarksADifference() throws Exception {
        run.run(() -> {
            run.vectors("esbmt", "yes");
            throw new InterruptedException();
        });
        Run second = resumed();
        second.run(() -> {
            second.vectors("esbmt", "yes");
            throw new InterruptedException();
        });
        assertThat(description()).contains("\"esbmt.vectors\":\"yes\"");
        Run third = resumed();
        assertThat(third.run(() -> third.vectors("esbmt", "no"))).isEqualTo(RunState.COMPLETE);
        assertThat(description()).contains("\"esbmt.vectors\":\"in part\"");
    }

    @Test
    void aRunOfAnotherBuildOrMachineIsNotResumed() throws Exception {
        run.run(() -> {
            throw new InterruptedException();
        });
        Files.writeString(build, "another build");
        assertThatThrownBy(this::resumed)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the run cannot be resumed: the build of esbmt was ");
        Files.writeString(build, "a build");
        String kernel = System.getProperty("os.version");
        Files.writeString(out.resolve("run.json"), description().replace(kernel, "9.9"));
        assertThatThrownBy(this::resumed)
                .hasMessageStartingWith("the run cannot be resumed: the kernel was ")
                .hasMessageContaining("9.9");
    }

    @Test
    void onlyAnInterruptedRunIsResumed() throws Exception {
        assertThatThrownBy(this::resumed).hasMessageContaining("and " + out + " is none");
        run.run(() -> {});
        assertThatThrownBy(this::resumed).hasMessage("--resume needs an interrupted run, and this one is complete");
    }

    @Test
    void aResumedRunKeepsItsOptions() throws Exception {
        run.run(() -> {
            throw new InterruptedException();
        });
        assertThatThrownBy(() -> options("--resume", out.toString()).of(Earlier.read(out)))
                .hasMessage("--resume has the --only of the interrupted run");
        assertThat(description()).doesNotContain(build.toString()).contains("\"distribution\":\"bus.tar.gz\"");
    }

    @Test
    void aMissingBuildIsRefused() throws Exception {
        Files.delete(build);
        assertThatThrownBy(() -> new Run(options(), out)).hasMessage("there is no build " + build);
    }
}
