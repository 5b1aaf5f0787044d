package org.esbmt.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.esbmt.suite.result.RunDescription.Attack;
import org.esbmt.suite.result.RunState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
    private static final Attack REFUSED = new Attack("quick", "before", "xslt: no credential", true, "500");
    private static final Attack PASSED = new Attack("quick", "after", "direct: a wrong password", false, "200");

    @TempDir
    private Path folder;

    private Path out;
    private Run run;

    @BeforeEach
    void begin() throws Exception {
        out = folder.resolve("run");
        run = new Run(Options.of("--smoke", "--comparators", folder.toString()), out);
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
}
