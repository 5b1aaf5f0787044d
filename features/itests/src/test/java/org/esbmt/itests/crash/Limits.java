package org.esbmt.itests.crash;

import java.time.Duration;

/**
 * Time limits of a cell.
 *
 * @param stop the duration of the fault STOP
 * @param revoked I7, for a node that has the registry
 */
record Limits(Duration stop, Duration revoked) {
    static final Limits FULL = new Limits(Duration.ofSeconds(30), Duration.ofSeconds(2));

    /** Until the node takes changes again after the previous cell. */
    static final Duration AVAILABLE = Duration.ofSeconds(30);
    /** From a request to its point. */
    static final Duration TO_POINT = Duration.ofSeconds(20);
    /** From healing to an answer of any kind. */
    static final Duration ANSWER = Duration.ofSeconds(100);
    /** I4. */
    static final Duration SAME = Duration.ofSeconds(30);
    /** I5. */
    static final Duration IN_DOUBT = Duration.ofSeconds(60);
    /** Until a node takes messages from the broker again after it has lost the broker. */
    static final Duration TOLD = Duration.ofSeconds(30);
    /** I3: until a retry has its answer. */
    static final Duration RETRY = Duration.ofSeconds(60);
    /** I7, for a node that is cut off from the registry; also until both nodes serve new endpoints. */
    static final Duration REVOKED_CUT_OFF = Duration.ofSeconds(60);
}
