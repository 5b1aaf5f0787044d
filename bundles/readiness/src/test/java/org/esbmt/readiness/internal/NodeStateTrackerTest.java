package org.esbmt.readiness.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class NodeStateTrackerTest {
    private static final Finding SHELL = new Finding("shell", "The SSH port of the shell is not open yet.");
    private static final Finding DATABASE = new Finding("messages", "The embedded PostgreSQL does not start.");
    private static final Finding NOTE = new Finding(Finding.NOTE, "unknown keys prot");

    private final NodeStateTracker tracker = new NodeStateTracker(LoggerFactory.getLogger(NodeStateTrackerTest.class));

    @Test
    void isStartingUntilAllPartsWork() {
        assertThat(state(false)).isEqualTo(NodeState.STARTING);
        assertThat(state(true, SHELL)).isEqualTo(NodeState.STARTING);
        assertThat(state(true)).isEqualTo(NodeState.READY);
    }

    @Test
    void isDegradedWhenAPartDoesNotComeUp() {
        for (int i = 0; i < 9; i++) {
            assertThat(state(true, SHELL)).isEqualTo(NodeState.STARTING);
        }
        assertThat(state(true, SHELL)).isEqualTo(NodeState.DEGRADED);
        assertThat(tracker.findings()).containsExactly(SHELL);
        assertThat(state(true)).isEqualTo(NodeState.READY);
    }

    @Test
    void isDegradedAtOnceWhenAPartFails() {
        assertThat(state(true)).isEqualTo(NodeState.READY);
        assertThat(state(true, SHELL)).isEqualTo(NodeState.DEGRADED);
        assertThat(state(false)).isEqualTo(NodeState.NOT_READY);
    }

    @Test
    void isNotReadyWhenAProblemPreventsTheFirstMessages() {
        for (int i = 0; i < 9; i++) {
            assertThat(state(false, DATABASE)).isEqualTo(NodeState.STARTING);
        }
        assertThat(state(false, DATABASE)).isEqualTo(NodeState.NOT_READY);
        assertThat(state(true)).isEqualTo(NodeState.READY);
    }

    @Test
    void isNotReadyWhenItIsPartOfNoCluster() {
        Finding cluster = new Finding("cluster changes", "This node is part of no cluster.");
        for (int i = 0; i < 9; i++) {
            assertThat(state(false, cluster)).isEqualTo(NodeState.STARTING);
        }
        assertThat(state(false, cluster)).isEqualTo(NodeState.NOT_READY);
    }

    @Test
    void startsForAsLongAsItTakesWithoutAProblem() {
        for (int i = 0; i < 100; i++) {
            assertThat(state(false)).isEqualTo(NodeState.STARTING);
            assertThat(state(false, SHELL))
                    .as("the shell is not needed for messages")
                    .isEqualTo(NodeState.STARTING);
        }
    }

    @Test
    void aNoteIsNoProblem() {
        assertThat(state(true, NOTE)).isEqualTo(NodeState.READY);
        assertThat(tracker.findings()).containsExactly(NOTE);
    }

    private NodeState state(boolean messages, Finding... findings) {
        tracker.found(messages, List.of(findings));
        return tracker.state();
    }
}
