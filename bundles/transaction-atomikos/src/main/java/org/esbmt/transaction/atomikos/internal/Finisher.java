package org.esbmt.transaction.atomikos.internal;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finishes prepared branches, and stores heuristic decisions of resources. Thread-safe. */
final class Finisher {
    private static final Logger LOG = LoggerFactory.getLogger(Finisher.class);

    private final Heuristics heuristics;

    Finisher(Heuristics heuristics) {
        this.heuristics = heuristics;
    }

    /** See {@link Completion#commit}. */
    Completion commit(XAResource resource, BranchXid branch, boolean sure) {
        return kept(resource, branch, true, Completion.commit(resource, branch, sure));
    }

    Completion rollback(XAResource resource, BranchXid branch) {
        return kept(resource, branch, false, Completion.rollback(resource, branch));
    }

    private Completion kept(XAResource resource, BranchXid branch, boolean commit, Completion completion) {
        if (completion.kind() == Completion.Kind.HEURISTIC) {
            heuristics.add(branch, commit, completion.problem());
            try {
                resource.forget(branch); // the heuristics store it from now on
            } catch (XAException e) {
                LOG.debug("The {} need not be forgotten.", branch, e);
            }
        }
        return completion;
    }
}
