package org.esbmt.readiness.internal;

import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/** Derives the state of the node from its findings, and logs each change once. Confined to one thread. */
final class NodeStateTracker {
    /** Tolerated checks with a problem during the start: some parts open a moment after the others. */
    private static final int TOLERATED_CHECKS = 10;

    private final Logger log;
    /** Consecutive checks with a problem that counts during the start. */
    private int checksWithProblem;

    private NodeState state = NodeState.STARTING;
    private SortedSet<Finding> findings = new TreeSet<>();

    NodeStateTracker(Logger log) {
        this.log = log;
    }

    NodeState state() {
        return state;
    }

    SortedSet<Finding> findings() {
        return findings;
    }

    /** @param messages whether the node takes messages */
    void found(boolean messages, Collection<Finding> now) {
        SortedSet<Finding> next = new TreeSet<>(now);
        NodeState after = state(messages, next);
        for (Finding finding : next) {
            if (!findings.contains(finding)) {
                came(finding);
            }
        }
        for (Finding finding : findings) {
            if (finding.of().equals(Finding.CONFIGURATION) && !next.contains(finding)) {
                log.info("No longer so: {}", finding.sentence());
            }
        }
        if (after == NodeState.DEGRADED && (state != after || !problems(next).equals(problems(findings)))) {
            log.warn("The bus takes messages, but is degraded: {}", problems(next));
        }
        if (after == NodeState.READY && state != after) {
            log.info("The bus is ready; all of its parts work.");
        }
        state = after;
        findings = next;
    }

    private void came(Finding finding) {
        if (finding.of().equals(Finding.CONFIGURATION)) {
            log.error("{} The mended file is taken as soon as it is saved.", finding.sentence());
        } else if (!finding.isProblem()) {
            log.warn("{}", finding.sentence());
        }
    }

    private NodeState state(boolean messages, Collection<Finding> now) {
        boolean problem = now.stream().anyMatch(Finding::isProblem);
        if (messages && !problem) {
            return NodeState.READY;
        }
        checksWithProblem = messages || now.stream().anyMatch(Finding::keepsFromMessages) ? checksWithProblem + 1 : 0;
        if (state == NodeState.STARTING && checksWithProblem < TOLERATED_CHECKS) {
            return NodeState.STARTING;
        }
        return messages ? NodeState.DEGRADED : NodeState.NOT_READY;
    }

    private static String problems(Collection<Finding> of) {
        return of.stream().filter(Finding::isProblem).map(Finding::toString).collect(Collectors.joining(" "));
    }
}
