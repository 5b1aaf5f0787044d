package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.TransactionOversight.HeuristicView;

/** What a resource finished against its transaction, as an open type; its getters are its items. */
public final class HeuristicData {
    private final HeuristicView heuristic;

    HeuristicData(HeuristicView heuristic) {
        this.heuristic = requireNonNull(heuristic, "heuristic");
    }

    public String getTransaction() {
        return heuristic.transaction();
    }

    public String getResource() {
        return heuristic.resource();
    }

    /** What the transaction decided. */
    public boolean isCommitted() {
        return heuristic.committed();
    }

    public String getSince() {
        return heuristic.since().toString();
    }

    /** What the resource did. */
    public String getProblem() {
        return heuristic.problem();
    }
}
