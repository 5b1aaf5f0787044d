package org.esbmt.management.service.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.esbmt.management.api.message.ManagementResponse;
import org.esbmt.management.api.message.ManagementResponse.Result;
import org.esbmt.management.api.message.ManagementResponse.Status;
import org.esbmt.management.api.message.Sha256;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Outbox outbox = new Outbox();

    @Test
    void theOldestAnswersGiveWay() {
        for (int i = 1; i <= Outbox.MAX + 2; i++) {
            outbox.add(answer(i));
        }
        assertThat(outbox.answers()).hasSize(Outbox.MAX);
        assertThat(outbox.answers().get(0).revision()).isEqualTo(3);
    }

    @Test
    void whatCameWhileOthersWereTakenStays() {
        outbox.add(answer(1));
        List<ManagementResponse> taken = outbox.answers();
        outbox.add(answer(2));
        outbox.remove(taken);
        assertThat(outbox.answers().stream().map(ManagementResponse::revision)).containsExactly(2L);
    }

    private static ManagementResponse answer(long revision) {
        return new ManagementResponse(
                UUID.randomUUID(),
                revision,
                Sha256.of(new byte[0]),
                List.of(new Result(UUID.randomUUID(), Status.DONE, 0, "")));
    }
}
