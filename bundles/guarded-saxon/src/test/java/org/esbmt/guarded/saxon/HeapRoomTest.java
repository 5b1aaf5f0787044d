package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapRoomTest {
    private long collections = 5;
    private long used;
    private final HeapRoom heap = new HeapRoom(() -> collections, () -> used, 1000, 1000, () -> {});
    private long live = 300;
    /** Of a collector whose usual collections leave the old generation alone. */
    private final HeapRoom ofSerial = new HeapRoom(() -> collections, () -> used, 1000, 500, this::collect);

    private void collect() {
        collections++;
        used = live;
    }

    @Test
    void aFullHeapBeforeACollectionIsNotShort() {
        used = 1000;

        assertThat(heap.excess()).isZero();
    }

    @Test
    void eachCollectionThatLeavesLessAndTooLittleIsReportedOnce() {
        used = 701;
        collections++;
        assertThat(heap.excess()).isEqualTo(1);
        assertThat(heap.excess()).isZero();
        collections++;
        assertThat(heap.excess()).isZero();
        used++;
        collections++;
        assertThat(heap.excess()).isEqualTo(1);
    }

    @Test
    void aCollectionThatLeavesEnoughIsNotReported() {
        used = 700;
        collections++;

        assertThat(heap.excess()).isZero();
    }

    @Test
    void garbageInAnUncollectedOldGenerationIsCollectedAndNotReported() {
        used = 701;
        assertThat(ofSerial.excess()).isZero();
        assertThat(used).isEqualTo(300);
    }

    @Test
    void memoryThatIsInUseIsReportedBeforeTheOldGenerationIsFull() {
        used = 720;
        live = 710;
        assertThat(ofSerial.excess()).isEqualTo(210);
    }

    @Test
    void aHeapInUseIsNotCollectedAgainAndAgain() {
        used = 720;
        live = 690;
        assertThat(ofSerial.excess()).isZero();
        used = 790;
        assertThat(ofSerial.excess()).isZero();
        assertThat(collections).isEqualTo(6);
        used = 791;
        assertThat(ofSerial.excess()).isZero();
        assertThat(collections).isEqualTo(7);
    }

    @Test
    void theHeapOfThisProcessHasRoom() {
        HeapRoom process = HeapRoom.ofProcess();
        System.gc();

        assertThat(process.excess()).isZero();
    }
}
