package org.esbmt.registry.postgresql.internal;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import org.esbmt.testing.CapturedLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The holder of a node's name, in a real database, with the rights of the bus. */
@Timeout(300)
class NodeGuardTest {
    /** Limits above any pause of a busy machine. */
    private static final int PATIENT_SECONDS = 90;

    private static final int PATIENT_MILLIS = 60_000;

    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private DatabaseTarget target;

    @BeforeEach
    void prepare() throws Exception {
        target = SERVER.newTarget();
        new DatabasePreparation(target).run();
    }

    private NodeGuard hold(String node, String process) throws ServerProblem, NodeGuard.NameTaken {
        return NodeGuard.hold(target, node, process, PATIENT_SECONDS, PATIENT_MILLIS);
    }

    @Test
    void anotherProcessDoesNotGetTheName() throws Exception {
        try (NodeGuard first = hold("node1", "one")) {
            assertThatThrownBy(() -> hold("node1", "two"))
                    .isInstanceOf(NodeGuard.NameTaken.class)
                    .hasMessageContaining("'node1'");
            assertThat(first.isHeld()).isTrue();
            hold("node2", "two").close();
        }
        // The server releases the name when it notices the end of the connection.
        await().atMost(PATIENT_MILLIS, MILLISECONDS)
                .ignoreException(NodeGuard.NameTaken.class)
                .untilAsserted(() -> hold("node1", "two").close());
    }

    /** The network was cut: the client is gone, and the server has not noticed yet. */
    @Test
    void aFormerConnectionOfTheSameProcessIsNoRival() throws Exception {
        try (CapturedLog log = new CapturedLog();
                NodeGuard cutOff = hold("node1", "one");
                NodeGuard again = hold("node1", "one")) {
            assertThat(again.isHeld()).isTrue();
            assertThat(cutOff.isHeld()).isFalse();
            assertThat(log.linesWith("it is ended")).hasSize(1);
        }
    }
}
