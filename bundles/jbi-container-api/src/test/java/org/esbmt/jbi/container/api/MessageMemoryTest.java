package org.esbmt.jbi.container.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class MessageMemoryTest {
    private static final long SUM = 64L << 20;
    private static final long STEP = 64 << 10;

    private final MessageMemory memory = new MessageMemory(SUM);

    private static Owner tenant(int number) {
        return Owner.of(new TenantId(new UUID(1, number)));
    }

    /** Takes steps until there is no room for the next one; returns the number of bytes. */
    private static long fill(MessageMemory.Account account) {
        long took = 0;
        try {
            while (true) {
                account.take(STEP);
                took += STEP;
            }
        } catch (OverloadedException e) {
            return took;
        }
    }

    @Test
    void aSingleTenantOccupiesHalfOfTheSharedPart() {
        assertThat(fill(memory.of(tenant(1)))).isEqualTo(SUM * 3 / 8);
    }

    @Test
    void besideManyThatFillTheMemoryAnotherHasRoomForSmallMessages() {
        for (int i = 0; i < 100; i++) {
            fill(memory.of(tenant(i)));
        }

        memory.of(tenant(100)).take(100_000);

        assertThat(memory.taken()).isLessThan(memory.most());
    }

    @Test
    void theSumIsNeverPassed() {
        for (int i = 0; i < 1_000; i++) {
            fill(memory.of(tenant(i)));
        }

        assertThat(memory.taken()).isEqualTo(SUM);
    }

    @Test
    void usersOfATenantHaveOneAccount() {
        TenantId acme = new TenantId(new UUID(1, 1));
        Owner user = Owner.of(acme, new UserId(new UUID(2, 2)));

        assertThat(memory.of(user)).isSameAs(memory.of(Owner.of(acme)));
    }

    @Test
    void returnedBytesMayBeTakenAgain() {
        MessageMemory.Account account = memory.of(tenant(1));
        long took = fill(account);

        account.giveBack(took);

        assertThat(memory.taken()).isZero();
        assertThat(fill(account)).isEqualTo(took);
    }

    @Test
    void aRefusalNamesTenantAndKey() {
        fill(memory.of(tenant(1)));

        assertThatThrownBy(() -> memory.of(tenant(1)).take(STEP))
                .isInstanceOf(OverloadedException.class)
                .hasMessageContaining(tenant(1).toString())
                .hasMessageContaining("messages.memory.bytes")
                .hasMessageContaining(String.valueOf(SUM));
    }

    @Test
    void threadsThatTakeAtTheSameTimeNeverPassTheSum() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                MessageMemory.Account account = memory.of(tenant(i));
                tasks.add(() -> fill(account));
            }
            long sum = 0;
            for (Future<Long> took : threads.invokeAll(tasks)) {
                sum += took.get();
            }

            assertThat(sum).isEqualTo(memory.taken()).isLessThanOrEqualTo(memory.most());
        } finally {
            threads.shutdownNow();
        }
    }
}
