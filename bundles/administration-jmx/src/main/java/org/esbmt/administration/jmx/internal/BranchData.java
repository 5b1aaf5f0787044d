package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.TransactionOversight.BranchView;

/** What a resource has still to finish, as an open type; its getters are its items. */
public final class BranchData {
    private final BranchView branch;

    BranchData(BranchView branch) {
        this.branch = requireNonNull(branch, "branch");
    }

    public String getTransaction() {
        return branch.transaction();
    }

    public String getResource() {
        return branch.resource();
    }

    public String getSince() {
        return branch.since().toString();
    }

    /** {@code COMMIT}, {@code ROLLBACK} or {@code UNKNOWN}. */
    public String getOutcome() {
        return branch.outcome();
    }

    /** Whether it is older than it should be. */
    public boolean isAlarm() {
        return branch.alarm();
    }

    /** Why it is not finished. */
    public String getProblem() {
        return branch.problem().orElse("");
    }
}
