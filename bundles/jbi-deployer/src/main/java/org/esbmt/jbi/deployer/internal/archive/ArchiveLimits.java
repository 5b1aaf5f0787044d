package org.esbmt.jbi.deployer.internal.archive;

/**
 * The limits of an archive's size and structure.
 *
 * @param packedBytes of the archive as it arrives
 * @param unpackedBytes of all entries, including those of the units' archives
 * @param ratio unpacked to packed, at most
 * @param entries of the archive and its units together
 * @param depth of folders in an entry's name
 */
public record ArchiveLimits(long packedBytes, long unpackedBytes, int ratio, int entries, int depth) {
    private static final long MIB = 1024 * 1024;

    /** The defaults; the configuration's documentation repeats them. */
    public static final ArchiveLimits DEFAULTS = new ArchiveLimits(10 * MIB, 50 * MIB, 100, 1000, 16);

    /** For archives that this node has written. */
    public static final ArchiveLimits OWN = new ArchiveLimits(
            Integer.MAX_VALUE - 16, Integer.MAX_VALUE - 16, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

    public ArchiveLimits {
        if (packedBytes < 1 || packedBytes > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException(
                    "an archive may have from 1 byte up to 2 GiB, but the limit is " + packedBytes);
        }
        if (unpackedBytes < 1 || unpackedBytes > Integer.MAX_VALUE - 16) {
            throw new IllegalArgumentException(
                    "an archive may unpack to 1 byte up to 2 GiB, but the limit is " + unpackedBytes);
        }
        if (ratio < 1 || entries < 1 || depth < 1) {
            throw new IllegalArgumentException("ratio, entries and depth of archives are at least 1, but are " + ratio
                    + ", " + entries + " and " + depth);
        }
    }

    public static ArchiveLimits ofMebibytes(int packed, int unpacked, int ratio, int entries, int depth) {
        return new ArchiveLimits(packed * MIB, unpacked * MIB, ratio, entries, depth);
    }
}
