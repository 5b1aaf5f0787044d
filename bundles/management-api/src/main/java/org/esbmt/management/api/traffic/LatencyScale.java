package org.esbmt.management.api.traffic;

/**
 * The buckets of latencies: two an octave from 2^16 ns (66 µs) to 2^37 ns (137 s), and one for everything on each side.
 * So a quantile is off by less than a fifth of its value.
 */
public final class LatencyScale {
    private static final int FIRST_OCTAVE = 16;
    private static final int OCTAVES = 21;
    /** The number of buckets. */
    public static final int BUCKETS = 2 * OCTAVES + 2;

    private static final long LOWEST = 1L << FIRST_OCTAVE;
    private static final long HIGHEST = 1L << (FIRST_OCTAVE + OCTAVES);

    private LatencyScale() {}

    /** The bucket of a latency. */
    public static int bucket(long nanos) {
        if (nanos < LOWEST) {
            return 0;
        }
        if (nanos >= HIGHEST) {
            return BUCKETS - 1;
        }
        int octave = 63 - Long.numberOfLeadingZeros(nanos);
        int half = (int) (nanos >>> (octave - 1)) & 1;
        return 1 + 2 * (octave - FIRST_OCTAVE) + half;
    }

    /** The lowest latency of a bucket, in nanoseconds. */
    static long from(int bucket) {
        if (bucket == 0) {
            return 0;
        }
        long octave = LOWEST << ((bucket - 1) / 2);
        return (bucket & 1) == 1 ? octave : octave + octave / 2;
    }

    /**
     * A quantile of counted latencies, linear within its bucket.
     *
     * @param counts the latencies of each bucket
     * @param fraction from 0 to 1; 0.5 is the median
     * @return nanoseconds; -1 if there are no latencies
     */
    public static long quantile(long[] counts, double fraction) {
        long total = 0;
        for (long count : counts) {
            total += count;
        }
        if (total == 0) {
            return -1;
        }
        double rank = fraction * total;
        long below = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            if (counts[bucket] > 0 && below + counts[bucket] >= rank) {
                long from = from(bucket);
                long to = bucket == BUCKETS - 1 ? from : from(bucket + 1);
                return from + Math.round((to - from) * Math.max(0, rank - below) / counts[bucket]);
            }
            below += counts[bucket];
        }
        return HIGHEST;
    }
}
