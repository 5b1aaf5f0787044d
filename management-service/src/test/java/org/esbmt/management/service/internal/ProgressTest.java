package org.esbmt.management.service.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.management.service.internal.Progress.Applied;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressTest {
    private static final UUID CLUSTER = UUID.randomUUID();
    private static final Sha256 TEXT = Sha256.of(new byte[0]);

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("progress");
    }

    @Test
    void aNewNodeHasAppliedNothing() throws Exception {
        Progress progress = Progress.load(file, CLUSTER);
        assertThat(progress.revision()).isZero();
        assertThat(progress.last()).isEmpty();
        assertThat(file).doesNotExist();
    }

    @Test
    void theLastAppliedRevisionSurvivesARestart() throws Exception {
        Progress progress = Progress.load(file, CLUSTER);
        progress.advance(new Applied(1, Sha256.of(new byte[] {1})));
        progress.advance(new Applied(2, TEXT));
        Progress next = Progress.load(file, CLUSTER);
        assertThat(next.revision()).isEqualTo(2);
        assertThat(next.last()).isEqualTo(Optional.of(new Applied(2, TEXT)));
    }

    @Test
    void revisionsAdvanceByOne() throws Exception {
        Progress progress = Progress.load(file, CLUSTER);
        progress.advance(new Applied(1, TEXT));
        assertThatIllegalArgumentException().isThrownBy(() -> progress.advance(new Applied(3, TEXT)));
        assertThatIllegalArgumentException().isThrownBy(() -> progress.advance(new Applied(1, TEXT)));
        assertThat(Progress.load(file, CLUSTER).revision()).isEqualTo(1);
    }

    @Test
    void aFailedWriteDoesNotAdvanceTheRevision() throws Exception {
        Progress progress = Progress.load(folder.resolve("missing/progress"), CLUSTER);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> progress.advance(new Applied(1, TEXT)));
        assertThat(progress.revision()).isZero();
    }

    @Test
    void anotherClustersNodeIsRefused() throws Exception {
        Progress.load(file, CLUSTER).advance(new Applied(1, TEXT));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Progress.load(file, UUID.randomUUID()))
                .withMessageContaining("was part of the cluster " + CLUSTER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "cluster x\nrevision 1\n",
                "cluster x\nrevision 0\ntext 00\n",
                "cluster x\nrevision 99999999999999999999\ntext "
                        + "0000000000000000000000000000000000000000000000000000000000000000\n",
                "é",
            })
    void anInvalidProgressFileIsRefused(String text) throws Exception {
        Files.writeString(file, text);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> Progress.load(file, CLUSTER))
                .withMessageContaining("put it back from a backup");
    }
}
