package org.esbmt.suite.management;

import java.io.IOException;
import java.util.List;

/**
 * One interface of administration, for the tenant of the benchmark. A failure of the link is an {@link IOException}. Afterwards the next
 * call opens a new connection. One thread at a time.
 */
interface Plane extends AutoCloseable {
    /** In place of an identifier: the request is not repeated. */
    String ONCE = "";

    /** Reads the quota's hard limit. */
    long readQuota() throws IOException, InterruptedException;

    /**
     * Changes the hard limit of the quota.
     *
     * @param request the identifier of the request, a UUID, or {@link #ONCE}
     * @throws RefusedException if the bus refuses
     */
    void changeQuota(long hard, String request) throws IOException, InterruptedException, RefusedException;

    /**
     * Sets the hard limit of the quota again and again in one transaction; the last one stays.
     *
     * @param request the identifier of the request, a UUID, or {@link #ONCE}
     * @throws RefusedException if the bus refuses
     */
    void batch(List<Long> hards, String request) throws IOException, InterruptedException, RefusedException;

    @Override
    void close() throws IOException;

    /** A refusal of the bus, with its sentence. */
    final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String sentence) {
            super(sentence);
        }

        /** True if the same request may succeed later: it is under way, or its outcome is not known yet. */
        boolean isTransient() {
            String sentence = String.valueOf(getMessage())
                    .toUpperCase(java.util.Locale.ROOT)
                    .replace('-', '_');
            return sentence.contains("BUSY") || sentence.contains("IN_DOUBT") || sentence.contains("UNAVAILABLE");
        }
    }
}
