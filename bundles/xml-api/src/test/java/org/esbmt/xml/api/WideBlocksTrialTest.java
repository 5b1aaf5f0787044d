package org.esbmt.xml.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Slow blocks are used no more, and a decision of a test holds. */
class WideBlocksTrialTest {
    private static final long SLOW_NANOS = 2_000_000;
    private static final int MANY = 1_000;

    private final WideBlocksTrial trial = new TagWords("Body").trial();
    private final byte[] bytes = new byte[WideBlocks.LEAST];
    private final AtomicInteger passes = new AtomicInteger();

    private WideBlocks blocks(long nanos) {
        return (b, from, to, elements) -> {
            passes.incrementAndGet();
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() - end < 0) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            return from + WideBlocks.BLOCK;
        };
    }

    private int pass(WideBlocks blocks) {
        return blocks.pass(bytes, 0, bytes.length, null);
    }

    @Test
    void itsDocumentsHaveTheSameAnswersFromEachEngine() {
        TagWords names = new TagWords("Envelope", "Header", "Body", "TenantContext");
        for (Engine engine : Engine.available()) {
            WideBlocks blocks = engine.blocks(names);
            for (byte[] document : TrialDocuments.mixed()) {
                assertThat(TrialReading.of(document, names, blocks)).isEqualTo(TrialReading.of(document, names, null));
            }
            for (byte[] document : TrialDocuments.usual()) {
                assertThat(TrialReading.of(document, names, blocks).refused()).isFalse();
            }
        }
    }

    @Test
    void slowPassesOneAfterTheOtherEndTheUse() {
        trial.accept(blocks(SLOW_NANOS));
        WideBlocks used = trial.current();
        assertThat(used).isNotNull();
        int tries = 0;
        while (trial.current() == used && tries < MANY) {
            assertThat(pass(used)).isEqualTo(WideBlocks.BLOCK);
            tries++;
        }

        assertThat(tries).isEqualTo(3);
        assertThat(trial.current()).isNull();
        assertThat(pass(used)).as("a message that began before").isZero();
        assertThat(passes).hasValue(tries);
    }

    @Test
    void aTrialDoesNotOverrideADecision() {
        trial.decide(null);
        trial.accept(blocks(0));

        assertThat(trial.current()).isNull();
    }
}
