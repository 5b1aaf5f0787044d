package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import org.esbmt.administration.api.AuditAdministration.Break;
import org.esbmt.administration.api.AuditAdministration.Verdict;

/** What became of a chain of the audit as an open type; its getters are its items. */
public final class AuditVerdict {
    private final Verdict verdict;

    AuditVerdict(Verdict verdict) {
        this.verdict = requireNonNull(verdict, "verdict");
    }

    public boolean isWhole() {
        return verdict.whole();
    }

    /** {@code <number>:<hash>}, to be kept elsewhere. */
    public String getHead() {
        return verdict.head().map(Object::toString).orElse("");
    }

    /** The first entry that is not what it was; 0 in a chain that is whole. */
    public long getBrokenAt() {
        return verdict.broken().map(Break::sequence).orElse(0L);
    }

    /** Empty in a chain that is whole. */
    public String getProblem() {
        return verdict.broken().map(Break::what).orElse("");
    }
}
