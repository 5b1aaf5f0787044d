package org.esbmt.management.service.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.Sha256;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutboxTest {
    @TempDir
    private Path folder;

    private Outbox outbox;

    @BeforeEach
    void load() throws IOException {
        outbox = Outbox.load(folder, Long.MAX_VALUE);
    }

    @Test
    void theOldestAnswersAreDropped() throws IOException {
        for (int i = 1; i <= Outbox.MAX + 2; i++) {
            outbox.release(answer(i));
        }
        assertThat(outbox.answers()).hasSize(Outbox.MAX);
        assertThat(outbox.answers().get(0).revision()).isEqualTo(3);
    }

    @Test
    void theOldestDeliveredAnswersAreDeletedFromTheDisk() throws IOException {
        for (int i = 1; i <= Outbox.MAX_TAKEN + 2; i++) {
            add(answer(i));
        }
        outbox.remove(outbox.answers());
        assertThat(folder.resolve("2.taken")).doesNotExist();
        assertThat(folder.resolve("3.taken")).exists();
        outbox.again(2);
        assertThat(outbox.answers()).isEmpty();
    }

    @Test
    void anAnswerAddedDuringADeliveryStays() throws IOException {
        add(answer(1));
        List<ManagementResponse> taken = outbox.answers();
        add(answer(2));
        outbox.remove(taken);
        assertThat(revisions()).containsExactly(2L);
        load();
        assertThat(revisions()).containsExactly(2L);
    }

    @Test
    void anUndeliveredAnswerSurvivesACrash() throws IOException {
        ManagementResponse answer = answer(9);
        add(answer(10));
        add(answer);
        load();
        assertThat(revisions()).containsExactly(9L, 10L);
        assertThat(outbox.answers().get(0)).isEqualTo(answer);
    }

    @Test
    void aDeliveredAnswerIsSentAgainOnRequestOnly() throws IOException {
        add(answer(1));
        outbox.remove(outbox.answers());
        load();
        assertThat(outbox.answers()).isEmpty();
        outbox.again(1);
        assertThat(revisions()).containsExactly(1L);
        load();
        assertThat(revisions()).containsExactly(1L);
        outbox.again(77);
        assertThat(revisions()).containsExactly(1L);
    }

    @Test
    void anAnswerToAnUnappliedRequestIsDeleted() throws IOException {
        add(answer(1));
        add(answer(2));
        outbox = Outbox.load(folder, 1);
        assertThat(revisions()).containsExactly(1L);
        assertThat(folder.resolve("2.answer")).doesNotExist();
    }

    @Test
    void invalidFilesAreDeletedAndNotSent() throws IOException {
        Files.writeString(folder.resolve("1.answer"), "nonsense");
        Files.writeString(folder.resolve("2.answer.tmp"), "half of");
        add(answer(3));
        Files.move(folder.resolve("3.answer"), folder.resolve("4.answer"));
        load();
        assertThat(outbox.answers()).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    private void add(ManagementResponse answer) throws IOException {
        outbox.keep(answer);
        outbox.release(answer);
    }

    private List<Long> revisions() {
        return outbox.answers().stream().map(ManagementResponse::revision).toList();
    }

    private static ManagementResponse answer(long revision) {
        return new ManagementResponse(
                UUID.randomUUID(),
                revision,
                Sha256.of(new byte[0]),
                List.of(new Result(UUID.randomUUID(), Status.DONE, 0, "")));
    }
}
