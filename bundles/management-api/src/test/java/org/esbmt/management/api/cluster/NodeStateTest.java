package org.esbmt.management.api.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.esbmt.management.api.DeployedAssembly.State;
import org.esbmt.management.api.TenantLinks.ToPlain;
import org.esbmt.management.api.TenantLinks.ToTenant;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.Test;

class NodeStateTest {
    private static final Sha256 DIGEST = Sha256.of(new byte[] {1});
    private static final TenantId ACME = TenantId.of("0b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    private static final TenantId GLOBEX = TenantId.of("1b5e1f2a-6a53-4f0e-9c44-0d7a5f2f3a11");
    private static final Optional<UserId> ANN = Optional.of(UserId.of("7f0c2c0e-97c6-4a37-8a70-5a1c9d1be0a2"));
    private static final Optional<UserId> ALL = Optional.empty();
    private static final Optional<String> NONE = Optional.empty();
    private static final QName SERVICE = new QName("urn:a", "b");

    @Test
    void differentFactsHaveDifferentDigests() {
        List<UnaryOperator<NodeState.Builder>> facts = List.of(
                s -> s,
                s -> s.assembly(ACME, ALL, "orders", State.STARTED, "d1", NONE),
                s -> s.assembly(GLOBEX, ALL, "orders", State.STARTED, "d1", NONE),
                s -> s.assembly(ACME, ANN, "orders", State.STARTED, "d1", NONE),
                s -> s.assembly(ACME, ALL, "orders2", State.STARTED, "d1", NONE),
                s -> s.assembly(ACME, ALL, "orders", State.STOPPED, "d1", NONE),
                s -> s.assembly(ACME, ALL, "orders", State.FAILED, "d1", NONE),
                s -> s.assembly(ACME, ALL, "orders", State.STARTED, "d2", NONE),
                s -> s.assembly(ACME, ALL, "orders", State.STARTED, "d1", Optional.of("d0")),
                s -> s.component("x", "d1", "Started"),
                s -> s.component("x", "d1", "Stopped"),
                s -> s.component("x", "d2", "Started"),
                s -> s.settings("x", DIGEST, true),
                s -> s.settings("x", DIGEST, false),
                s -> s.library("x", "d1"),
                s -> s.library("x", "d2"),
                s -> s.library("x", "d1").library("y", "d1"),
                s -> s.library("x 1:y", "d1"),
                s -> s.link(new ToPlain(ACME, SERVICE, "e")),
                s -> s.link(new ToPlain(GLOBEX, SERVICE, "e")),
                s -> s.link(new ToPlain(ACME, new QName("urn:a", "bc"), "e")),
                s -> s.link(new ToPlain(ACME, new QName("urn:ab", "c"), "e")),
                s -> s.link(new ToTenant("x", ACME, SERVICE, "e")),
                s -> s.link(new ToTenant("y", ACME, SERVICE, "e")));
        List<NodeState> states = new ArrayList<>();
        for (UnaryOperator<NodeState.Builder> fact : facts) {
            NodeState state = fact.apply(NodeState.builder()).build();
            assertThat(fact.apply(NodeState.builder()).build()).isEqualTo(state).hasSameHashCodeAs(state);
            states.add(state);
        }
        assertThat(states).doesNotHaveDuplicates();
        assertThat(states.stream().map(NodeState::digest)).doesNotHaveDuplicates();
    }

    @Test
    void theOrderOfFactsDoesNotMatter() {
        NodeState one = NodeState.builder()
                .library("x", "d1")
                .component("y", "d1", "Started")
                .build();
        NodeState other = NodeState.builder()
                .component("y", "d1", "Started")
                .library("x", "d1")
                .build();
        assertThat(one).isEqualTo(other);
        assertThat(one.digest()).isEqualTo(other.digest());
    }

    @Test
    void aBuiltStateIsImmutable() {
        NodeState.Builder builder = NodeState.builder().library("x", "d1");
        NodeState built = builder.build();
        builder.library("y", "d1");
        assertThat(built.facts()).hasSize(1);
    }

    @Test
    void aLineBreakInANameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NodeState.builder().library("x\nlibrary 1:y", "d1"));
    }
}
