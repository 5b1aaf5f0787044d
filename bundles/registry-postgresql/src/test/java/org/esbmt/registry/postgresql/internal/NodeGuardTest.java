package org.esbmt.registry.postgresql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The holder of a node's name, in a real database, with the rights of the bus. */
class NodeGuardTest {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private DatabaseTarget target;

    @BeforeEach
    void prepare() throws Exception {
        target = SERVER.newTarget();
        new DatabasePreparation(target).run();
    }

    @Test
    void anotherProcessDoesNotGetTheName() throws Exception {
        try (NodeGuard first = NodeGuard.hold(target, "node1", "one")) {
            assertThatThrownBy(() -> NodeGuard.hold(target, "node1", "two"))
                    .isInstanceOf(NodeGuard.NameTaken.class)
                    .hasMessageContaining("'node1'");
            assertThat(first.isHeld()).isTrue();
            NodeGuard.hold(target, "node2", "two").close();
        }
        NodeGuard.hold(target, "node1", "two").close();
    }

    /** The network was cut: the client is gone, and the server has not noticed yet. */
    @Test
    void aFormerConnectionOfTheSameProcessIsNoRival() throws Exception {
        try (CapturedLog log = new CapturedLog();
                NodeGuard cutOff = NodeGuard.hold(target, "node1", "one");
                NodeGuard again = NodeGuard.hold(target, "node1", "one")) {
            assertThat(again.isHeld()).isTrue();
            assertThat(cutOff.isHeld()).isFalse();
            assertThat(log.linesWith("it is ended")).hasSize(1);
        }
    }
}
