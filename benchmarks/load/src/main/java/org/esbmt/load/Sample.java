package org.esbmt.load;

/**
 * One window of one target.
 *
 * @param cpuMicros processor time of the measured process for one request, in microseconds; NaN for the back end alone
 * @param p50Micros median latency in microseconds
 */
record Sample(
        int round,
        String target,
        int payloadBytes,
        long requests,
        long failures,
        double perSecond,
        double cpuMicros,
        double p50Micros,
        double p99Micros) {}
