package org.esbmt.http.bc.internal.unit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.xml.api.XmlRefusedException;

/** The findings about a unit, collected while its files are read. */
final class UnitFindings {
    /** The largest number of findings: a file can be made so that every byte is wrong. */
    private static final int MOST = 1000;

    private final Set<Finding> findings = new LinkedHashSet<>();

    /** @param line 0 for the file as a whole */
    void add(String file, int line, Rule rule, String sentence) {
        add(new Finding(file, line, rule.toString(), sentence));
    }

    /** Adds the finding that ends the reading of a file, because the rest cannot be understood. */
    void add(String file, int line, XmlRefusedException end) {
        if (end instanceof RejectedException rejected) {
            add(file, rejected.line(), rejected.broken(), end.getMessage());
        } else {
            add(new Finding(file, line, end.rule(), end.getMessage()));
        }
    }

    private void add(Finding finding) {
        if (findings.size() < MOST) {
            findings.add(finding);
        }
    }

    int count() {
        return findings.size();
    }

    /** By file and line. */
    List<Finding> sorted() {
        List<Finding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing(Finding::file).thenComparingInt(Finding::line));
        return sorted;
    }
}
