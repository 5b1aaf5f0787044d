package org.esbmt.jbi.deployer.internal.archive;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.esbmt.management.api.ArchiveFinding;
import org.esbmt.management.api.DeploymentException;

/** All errors of one archive, collected while it is read. Threads: one. */
public final class Findings {
    /** A bound for archives that consist of errors only; no author reads more. */
    private static final int MOST = 10_000;

    private final Set<ArchiveFinding> findings = new LinkedHashSet<>();

    /**
     * Records a finding.
     *
     * @param line 0 for the file as a whole
     */
    public void add(String file, int line, ArchiveRule rule, String sentence) {
        add(new ArchiveFinding(Refusal.shown(file), line, rule.toString(), sentence));
    }

    public void add(ArchiveFinding finding) {
        if (findings.size() < MOST) {
            findings.add(finding);
        }
    }

    /**
     * Adds the findings of a refusal. An exception without findings is not for the author of the archive and is
     * rethrown.
     */
    public void add(DeploymentException refused) throws DeploymentException {
        if (refused.findings().isEmpty()) {
            throw refused;
        }
        refused.findings().forEach(this::add);
    }

    public boolean isEmpty() {
        return findings.isEmpty();
    }

    /** Throws the findings, sorted by file and line. */
    public void throwIfAny() throws DeploymentException {
        if (!findings.isEmpty()) {
            List<ArchiveFinding> sorted = new ArrayList<>(findings);
            sorted.sort(Comparator.comparing(ArchiveFinding::file).thenComparingInt(ArchiveFinding::line));
            throw new DeploymentException(sorted);
        }
    }
}
