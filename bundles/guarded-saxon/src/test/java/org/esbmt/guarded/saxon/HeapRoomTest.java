package org.esbmt.guarded.saxon;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapRoomTest {
    private long collections = 5;
    private long used;
    private final HeapRoom heap = new HeapRoom(() -> collections, () -> used, 1000);

    @Test
    void aFullHeapBeforeACollectionIsNotShort() {
        used = 1000;

        assertThat(heap.isShort()).isFalse();
    }

    @Test
    void eachCollectionThatLeavesLessAndTooLittleIsReportedOnce() {
        used = 701;
        collections++;
        assertThat(heap.isShort()).isTrue();
        assertThat(heap.isShort()).isFalse();
        collections++;
        assertThat(heap.isShort()).isFalse();
        used++;
        collections++;
        assertThat(heap.isShort()).isTrue();
    }

    @Test
    void aCollectionThatLeavesEnoughIsNotReported() {
        used = 700;
        collections++;

        assertThat(heap.isShort()).isFalse();
    }

    @Test
    void theHeapOfThisProcessHasRoom() {
        HeapRoom process = HeapRoom.ofProcess();
        System.gc();

        assertThat(process.isShort()).isFalse();
    }
}
