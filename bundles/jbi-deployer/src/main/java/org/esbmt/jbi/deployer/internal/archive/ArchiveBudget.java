package org.esbmt.jbi.deployer.internal.archive;

import org.esbmt.management.api.DeploymentException;

/**
 * The remaining limits while one archive and its nested archives are read. So a zip bomb cannot hide in a nested
 * archive. Threads: one.
 */
final class ArchiveBudget {
    private final ArchiveLimits limits;
    private final long packed;
    private long unpacked;
    private int entries;

    ArchiveBudget(ArchiveLimits limits, long packed) {
        this.limits = limits;
        this.packed = packed;
    }

    int depth() {
        return limits.depth();
    }

    void spendEntries(String archive, int count) throws DeploymentException {
        entries += count;
        if (entries > limits.entries()) {
            throw Refusal.invalid(
                    ArchiveRule.LIMIT,
                    archive + " has more than the " + limits.entries() + " entries that are allowed");
        }
    }

    /** Called with the size in the headers, before anything is unpacked. The unpacking then enforces that size. */
    void spendBytes(String archive, long bytes) throws DeploymentException {
        unpacked += bytes;
        if (unpacked > limits.unpackedBytes()) {
            throw Refusal.invalid(
                    ArchiveRule.LIMIT,
                    archive + " unpacks to more than the " + limits.unpackedBytes() + " bytes that are allowed");
        }
        if (unpacked > packed * limits.ratio()) {
            throw Refusal.invalid(
                    ArchiveRule.LIMIT, archive + " unpacks to more than " + limits.ratio() + " times its size");
        }
    }
}
