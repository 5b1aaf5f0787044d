package org.esbmt.tenancy.authentication.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.bouncycastle.crypto.generators.Argon2BytesGenerator.BlockPool;
import org.junit.jupiter.api.Test;

class HashMemoryTest {
    private final HashMemory memory = new HashMemory(8, 2);

    @Test
    void returnedMemoryIsReused() {
        BlockPool taken = memory.take();
        assertThat(memory.take()).as("at the same time").isNotSameAs(taken);

        memory.giveBack(taken);
        assertThat(memory.take()).isSameAs(taken);
        assertThat(memory.take()).isNotSameAs(taken);
    }

    @Test
    void theNumberOfKeptMemoriesIsBounded() {
        BlockPool first = memory.take();
        BlockPool second = memory.take();
        BlockPool third = memory.take();
        memory.giveBack(first);
        memory.giveBack(second);
        memory.giveBack(third);

        assertThat(memory.kept()).isEqualTo(2);
        assertThat(memory.take()).isSameAs(second);
        assertThat(memory.take()).isSameAs(first);
        assertThat(memory.take()).isNotIn(first, second, third);
    }
}
