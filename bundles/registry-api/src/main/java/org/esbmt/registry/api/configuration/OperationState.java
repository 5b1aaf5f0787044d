package org.esbmt.registry.api.configuration;

/** The progress of an operation, computed from the acknowledgements of its nodes. */
public enum OperationState {
    /** Some nodes have not answered, and the operation is still valid. */
    PENDING,
    /** All nodes applied it, or had nothing to do. */
    APPLIED,
    /** Some nodes applied it and others failed, or it expired before all nodes answered. */
    PARTIAL,
    /** All nodes failed. */
    FAILED,
    /** The operation expired, and no node applied it. */
    EXPIRED;

    /**
     * Computes the state from the numbers of nodes.
     *
     * @param done nodes that applied it or had nothing to do
     * @param failed nodes that failed
     * @param waiting nodes that have not answered
     * @param late true if the operation has expired
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
