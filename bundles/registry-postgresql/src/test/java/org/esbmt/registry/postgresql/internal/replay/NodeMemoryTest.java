package org.esbmt.registry.postgresql.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.esbmt.registry.api.ClaimOutcome.FIRST;
import static org.esbmt.registry.api.ClaimOutcome.REPEATED;
import static org.esbmt.registry.api.ClaimOutcome.UNAVAILABLE;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class NodeMemoryTest {
    private static final int NOW = 29_000_000;
    private static final UUID ONE = new UUID(1, 1);

    private final NodeMemory memory = new NodeMemory();

    @Test
    void aClaimOfAMinuteThatWasGivenUpIsRepeatedWhateverTheClockDoes() {
        Claim claim = new Claim(ONE, NOW + 5);
        assertThat(memory.claim(claim, NOW)).isEqualTo(FIRST);
        assertThat(memory.claim(claim, NOW)).isEqualTo(REPEATED);
        assertThat(memory.claim(new Claim(ONE, NOW + 5 + 16), NOW + 15)).isEqualTo(FIRST);
        assertThat(memory.claim(claim, NOW + 15)).isEqualTo(REPEATED);
        assertThat(memory.claim(claim, NOW)).isEqualTo(REPEATED);
        assertThat(memory.claim(claim, 0)).isEqualTo(REPEATED);
    }

    @Test
    void aClaimMoreThanEightMinutesAheadIsNotRemembered() {
        assertThat(memory.claim(new Claim(ONE, NOW + 9), NOW)).isEqualTo(UNAVAILABLE);
        assertThat(memory.claim(new Claim(ONE, NOW + 8), NOW)).isEqualTo(FIRST);
        assertThat(memory.claim(new Claim(ONE, NOW + 9), NOW + 1)).isEqualTo(FIRST);
    }

    @Test
    void aClaimTakenBackCanBeMadeAgain() {
        Claim claim = new Claim(ONE, NOW);
        assertThat(memory.claim(claim, NOW)).isEqualTo(FIRST);
        memory.remove(claim);
        memory.remove(new Claim(ONE, NOW - 16));
        assertThat(memory.claim(claim, NOW)).isEqualTo(FIRST);
        memory.remove(new Claim(ONE, NOW - 16));
        assertThat(memory.claim(claim, NOW)).isEqualTo(REPEATED);
    }
}
