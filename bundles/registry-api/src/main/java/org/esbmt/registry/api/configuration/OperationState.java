package org.esbmt.registry.api.configuration;

/** How far an operation is, computed from what its nodes acknowledged. */
public enum OperationState {
    /** Nodes have not answered yet, and it is not too late. */
    PENDING,
    /** All nodes applied it, or had nothing to do. */
    APPLIED,
    /** Some nodes applied it and others failed, or it is too late for those that have not answered. */
    PARTIAL,
    /** All nodes failed. */
    FAILED,
    /** It is too late, and no node applied it. */
    EXPIRED;

    /**
     * Counts.
     *
     * @param done nodes that applied it or had nothing to do
     * @param failed nodes that failed
     * @param waiting nodes that have not answered
     * @param late whether the time for it is over
     */
    public static OperationState of(long done, long failed, long waiting, boolean late) {
        if (waiting == 0 && done + failed > 0) {
            return failed == 0 ? APPLIED : done == 0 ? FAILED : PARTIAL;
        }
        if (!late) {
            return PENDING;
        }
        return done == 0 ? EXPIRED : PARTIAL;
    }
}
