package org.esbmt.guarded.saxon;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Finds out that evaluations together occupy too much of the heap, from the old generation after each collection.
 * Confined to the watch's thread.
 */
final class HeapRoom {
    /** The largest part of the old generation that may stay occupied after a collection, in percent. */
    static final int MOST_PERCENT = 70;

    private final LongSupplier collections;
    private final LongSupplier used;
    private final long most;
    private long seen;
    /** The occupied bytes after the last collection. */
    private long level;

    /**
     * Creates the view of one heap.
     *
     * @param collections the number of collections so far
     * @param used the occupied bytes of the old generation
     * @param most the largest size of the old generation
     */
    HeapRoom(LongSupplier collections, LongSupplier used, long most) {
        this.collections = collections;
        this.used = used;
        this.most = most;
        this.seen = collections.getAsLong();
    }

    /** The heap of this process. It always has room if its collector has no old generation. */
    static HeapRoom ofProcess() {
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        List<MemoryPoolMXBean> old = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .toList();
        return new HeapRoom(
                () -> collectors.stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                        .sum(),
                () -> old.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum(),
                old.stream().mapToLong(pool -> pool.getUsage().getMax()).sum());
    }

    /**
     * Returns true once after each collection that has left too little room, and less than the ones before. The memory of
     * a stopped evaluation takes some collections to be free again.
     */
    boolean isShort() {
        long now = collections.getAsLong();
        if (now == seen) {
            return false;
        }
        seen = now;
        long occupied = used.getAsLong();
        boolean isMore = occupied > Math.max(level, most / 100 * MOST_PERCENT);
        level = occupied;
        return most > 0 && isMore;
    }
}
