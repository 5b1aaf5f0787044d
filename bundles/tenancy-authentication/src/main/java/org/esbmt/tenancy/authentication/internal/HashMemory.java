package org.esbmt.tenancy.authentication.internal;

import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.BlockPool;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator.FixedBlockPool;

/**
 * The memory of hashes, reused from one to the next. Allocation and collection for each hash would take a third to a
 * half of the time (PasswordBenchmark of benchmarks/jmh). Kept memory is wiped. Unused memory is freed when the heap is
 * needed, and the memory of a failed hash is not kept. Threads: any.
 */
final class HashMemory {
    /** The additional blocks that a hash needs for its own steps. */
    private static final int SCRATCH_BLOCKS = 4;

    private final int blocks;
    private final int kept;
    /** The last one first, so that the seldom used ones are freed first. */
    private final Deque<SoftReference<BlockPool>> free = new ArrayDeque<>();

    /**
     * @param kibibytes the memory of a hash; further memory is allocated for each hash
     * @param kept the number of concurrent hashes whose memory is kept
     */
    HashMemory(int kibibytes, int kept) {
        this.blocks = kibibytes + SCRATCH_BLOCKS;
        this.kept = kept;
    }

    /** Takes memory for one hash on one thread. */
    synchronized BlockPool take() {
        while (!free.isEmpty()) {
            BlockPool there = free.pop().get();
            if (there != null) {
                return there;
            }
        }
        return new FixedBlockPool(blocks);
    }

    /** Returns the memory after a hash, with any outcome. */
    synchronized void giveBack(BlockPool taken) {
        if (free.size() < kept) {
            free.push(new SoftReference<>(taken));
        }
    }

    /** The number of kept memories for the next hashes. */
    synchronized int kept() {
        return (int) free.stream().filter(one -> !one.refersTo(null)).count();
    }
}
