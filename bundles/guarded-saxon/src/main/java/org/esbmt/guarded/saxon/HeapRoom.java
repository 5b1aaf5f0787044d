package org.esbmt.guarded.saxon;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Finds out that evaluations together occupy too much of the heap, from the old generation after each collection of it.
 * Confined to the watch's thread.
 *
 * <p>Serial and Parallel collect the young generation alone as a rule, and garbage stays in the old one until it is full.
 * Then it would be too late to stop an evaluation. So a view of their heaps asks for a whole collection if the old
 * generation is near that, at most once for each tenth of it that was filled since. Their young generation may move into
 * the old one as a whole before the next look, so they need room for it at once.
 */
final class HeapRoom {
    /** The largest part of the old generation that may stay occupied after a collection, in percent. */
    static final int MOST_PERCENT = 70;

    private static final int TENTH_PERCENT = 10;

    private final LongSupplier collections;
    private final LongSupplier used;
    private final long most;
    private final long target;
    private final Runnable collect;
    private long seen;
    /** The occupied bytes after the last collection. */
    private long level;

    /**
     * Creates the view of one heap.
     *
     * @param collections the number of collections of the old generation so far
     * @param used the occupied bytes of the old generation
     * @param most the largest size of the old generation
     * @param target the occupied bytes of the old generation to come down to if there is too little room
     * @param collect collects the old generation if nothing else does before it is full; otherwise does nothing
     */
    HeapRoom(LongSupplier collections, LongSupplier used, long most, long target, Runnable collect) {
        this.collections = collections;
        this.used = used;
        this.most = most;
        this.target = target;
        this.collect = collect;
        this.seen = collections.getAsLong();
    }

    /** The heap of this process. It always has room if its collector has no old generation. */
    static HeapRoom ofProcess() {
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        List<MemoryPoolMXBean> old = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .toList();
        List<String> names = old.stream().map(MemoryPoolMXBean::getName).toList();
        List<GarbageCollectorMXBean> ofOld = collectors.stream()
                .filter(collector -> Stream.of(collector.getMemoryPoolNames()).anyMatch(names::contains))
                .toList();
        long most = old.stream().mapToLong(pool -> pool.getUsage().getMax()).sum();
        boolean apart = ofOld.size() < collectors.size();
        return new HeapRoom(
                () -> ofOld.stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                        .sum(),
                () -> old.stream().mapToLong(pool -> pool.getUsage().getUsed()).sum(),
                most,
                apart ? Math.max(0, most - (Runtime.getRuntime().maxMemory() - most)) : most,
                apart ? System::gc : () -> {});
    }

    /**
     * Returns the bytes that evaluations have to free, once after each collection that has left too little room, and less
     * than the ones before; otherwise 0. The memory of a stopped evaluation takes some collections to be free again.
     */
    long excess() {
        if (collections.getAsLong() == seen && isNearlyFull()) {
            collect.run();
        }
        long now = collections.getAsLong();
        if (now == seen) {
            return 0;
        }
        seen = now;
        long occupied = used.getAsLong();
        boolean isMore = occupied > Math.max(level, most / 100 * MOST_PERCENT);
        level = occupied;
        return most > 0 && isMore ? Math.max(1, occupied - target) : 0;
    }

    private boolean isNearlyFull() {
        return most > 0 && used.getAsLong() > Math.max(most / 100 * MOST_PERCENT, level + most / 100 * TENTH_PERCENT);
    }
}
