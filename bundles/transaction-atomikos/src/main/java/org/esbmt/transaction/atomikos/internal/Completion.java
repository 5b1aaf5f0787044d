package org.esbmt.transaction.atomikos.internal;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;

/**
 * The outcome of finishing a prepared branch.
 *
 * @param problem a sentence; empty for a finished branch
 */
record Completion(Kind kind, String problem) {

    enum Kind {
        /** The resource has followed the decision. */
        DONE,
        /** It did not answer, or cannot finish the branch now. */
        AGAIN,
        /** It has decided otherwise, and will not change that. */
        HEURISTIC
    }

    private static final Completion DONE = new Completion(Kind.DONE, "");

    /**
     * @param sure true if the branch was in the resource a moment ago, before any attempt to finish it. It should then
     * still exist
     */
    static Completion commit(XAResource resource, BranchXid branch, boolean sure) {
        try {
            resource.commit(branch, false);
            return DONE;
        } catch (XAException e) {
            if (e.errorCode == XAException.XA_HEURCOM) {
                return forgotten(resource, branch);
            }
            if (e.errorCode == XAException.XAER_NOTA) {
                return sure ? heuristic("the resource does not know the branch any more, committed or not", e) : DONE;
            }
            if (e.errorCode == XAException.XA_HEURRB || isRollback(e)) {
                return heuristic("the resource has rolled it back", e);
            }
            return heuristicOrAgain(e);
        } catch (RuntimeException e) {
            return again(e);
        }
    }

    static Completion rollback(XAResource resource, BranchXid branch) {
        try {
            resource.rollback(branch);
            return DONE;
        } catch (XAException e) {
            if (e.errorCode == XAException.XA_HEURRB) {
                return forgotten(resource, branch);
            }
            if (e.errorCode == XAException.XAER_NOTA || isRollback(e)) {
                return DONE;
            }
            if (e.errorCode == XAException.XA_HEURCOM) {
                return heuristic("the resource has committed it", e);
            }
            return heuristicOrAgain(e);
        } catch (RuntimeException e) {
            return again(e);
        }
    }

    private static Completion heuristicOrAgain(XAException e) {
        return switch (e.errorCode) {
            case XAException.XA_HEURMIX -> heuristic("the resource has committed a part of it", e);
            case XAException.XA_HEURHAZ -> heuristic("the resource may have committed it, or a part of it", e);
            default -> again(e);
        };
    }

    /** Confirms a heuristic decision that agrees with the transaction; the resource keeps it until then. */
    private static Completion forgotten(XAResource resource, BranchXid branch) {
        try {
            resource.forget(branch);
        } catch (XAException e) {
            return again(e);
        }
        return DONE;
    }

    static boolean isRollback(XAException e) {
        return e.errorCode >= XAException.XA_RBBASE && e.errorCode <= XAException.XA_RBEND;
    }

    private static Completion heuristic(String problem, XAException e) {
        return new Completion(Kind.HEURISTIC, problem + " (" + Problems.of(e) + ")");
    }

    private static Completion again(Exception e) {
        return new Completion(Kind.AGAIN, Problems.of(e));
    }
}
