package org.esbmt.administration.internal.oversight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.esbmt.administration.internal.harness.TestBus.admin;
import static org.esbmt.administration.internal.harness.TestBus.boss;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.AdministrationException.Reason;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ClusterAdministration.NodeView;
import org.esbmt.administration.api.ClusterAdministration.State;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.command.AssemblyCommand.DeployAssembly;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.internal.harness.LoggedCluster;
import org.esbmt.administration.internal.harness.TestBus;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.tenancy.api.TenantId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterManagerTest {
    private static final PageRequest ALL = PageRequest.first(100);

    @TempDir
    Path data;

    private TestBus bus;
    private LoggedCluster cluster;
    private InstanceId one;
    private InstanceId two;
    private TenantId acme;

    @BeforeEach
    void start() throws Exception {
        bus = new TestBus(data).withAdministrator();
        acme = bus.execute(admin(), new CreateTenant("acme", "Acme", "boss", TestBus.password("acme's long password")))
                .tenant()
                .id();
        cluster = new LoggedCluster(bus, "ours").administered();
        one = cluster.join("one.example");
        two = cluster.join("two.example");
        new LoggedCluster(bus, "theirs").join("stranger.example");
    }

    @Test
    void nodesOfThisClusterAreListedPageByPage() throws Exception {
        assertThat(bus.nodes.nodes(admin(), ALL).entries())
                .extracting(NodeView::host)
                .containsExactlyInAnyOrder("one.example", "two.example");
        assertThat(bus.nodes.nodes(admin(), new PageRequest(1, 1)).entries()).hasSize(1);
        assertThat(bus.nodes.nodes(admin(), new PageRequest(1, 1)).total()).isEqualTo(2);
    }

    @Test
    void aNodesLagIsTheNumberOfUnobservedRevisions() throws Exception {
        deploy("orders");
        deploy("stock");
        cluster.observed(one, 2, "both");
        cluster.observed(two, 1, "orders");

        assertThat(node(one).lag()).isZero();
        assertThat(node(one).state()).isEqualTo(State.UP);
        assertThat(node(two).lag()).isEqualTo(1);
        assertThat(node(two).newestRevision()).isEqualTo(2);
    }

    @Test
    void nodesAtTheSameRevisionWithOtherContentsDiffer() throws Exception {
        deploy("orders");
        cluster.observed(one, 1, "orders");
        cluster.observed(two, 1, "orders");
        assertThat(nodes()).noneMatch(NodeView::differs);

        cluster.observed(two, 1, "nothing");
        assertThat(nodes()).allMatch(NodeView::differs);

        deploy("stock");
        cluster.observed(one, 2, "both"); // further than the other, so it may have something else
        assertThat(nodes()).noneMatch(NodeView::differs);
    }

    @Test
    void aRemovedNodesStateIsNotCompared() throws Exception {
        cluster.observed(one, 0, "nothing");
        cluster.observed(two, 0, "something");
        bus.execute(admin(), new RemoveNode(two.value(), true));

        assertThat(nodes()).noneMatch(NodeView::differs);
    }

    @Test
    void aNodeIsRemovedOnceItIsDrained() throws Exception {
        cluster.observed(one, 0, "nothing");

        refused(Reason.CONFLICT, () -> bus.execute(admin(), new RemoveNode(one.value(), false)));
        assertThat(bus.execute(admin(), new DrainNode(one.value())).state()).isEqualTo(State.DRAINING);
        assertThat(bus.execute(admin(), new RemoveNode(one.value(), false)).state())
                .isEqualTo(State.LEFT);
        assertThat(bus.execute(admin(), new RemoveNode(one.value(), false)).state())
                .isEqualTo(State.LEFT);
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new DrainNode(one.value())));
    }

    @Test
    void aSilentNodeIsRemovedWithoutHavingBeenDrained() throws Exception {
        ClusterManager impatient = ClusterManager.of(bus.access, bus.services, Duration.ZERO);

        assertThat(impatient.nodes(admin(), ALL).entries()).allMatch(NodeView::silent);
        assertThat(impatient
                        .commands()
                        .execute(admin(), new RemoveNode(one.value(), false))
                        .state())
                .isEqualTo(State.LEFT);
        assertThat(impatient.nodes(admin(), ALL).entries())
                .filteredOn(n -> n.id().equals(one.value()))
                .noneMatch(NodeView::silent);
    }

    @Test
    void aWorkingNodeIsRemovedOnlyByForce() throws Exception {
        refused(Reason.CONFLICT, () -> bus.execute(admin(), new RemoveNode(one.value(), false)))
                .hasMessageContaining("drain it first");

        assertThat(bus.execute(admin(), new RemoveNode(one.value(), true)).state())
                .isEqualTo(State.LEFT);
    }

    @Test
    void nodesOfOtherClustersAreNotFound() throws Exception {
        InstanceId stranger = new LoggedCluster(bus, "others").join("other.example");

        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new DrainNode(stranger.value())));
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new RemoveNode(stranger.value(), true)));
        refused(Reason.NOT_FOUND, () -> bus.execute(admin(), new RemoveNode(UUID.randomUUID(), true)));
        assertThat(bus.clusters.findInstance(stranger).orElseThrow().state().name())
                .isEqualTo("JOINING");
    }

    @Test
    void aRepeatedDrainIsNotDoneTwice() throws Exception {
        Administrator asking = admin().asking(UUID.randomUUID());
        bus.execute(asking, new DrainNode(one.value()));
        bus.clusters.leave(one);

        assertThat(bus.execute(asking, new DrainNode(one.value())).state()).isEqualTo(State.LEFT);
        refused(Reason.CONFLICT, () -> bus.execute(asking, new DrainNode(two.value())));
    }

    @Test
    void aChangeOfANodeIsInTheAuditTrail() throws Exception {
        bus.execute(admin(), new DrainNode(one.value()));

        assertThat(bus.audit.read(TenantRegistry.SYSTEM, 1, 100))
                .filteredOn(e -> e.content().action().equals("drainNode"))
                .singleElement()
                .satisfies(e -> {
                    assertThat(e.content().object()).isEqualTo("node " + one);
                    assertThat(e.content().before()).contains("JOINING");
                    assertThat(e.content().after()).contains("DRAINING");
                });
    }

    @Test
    void aTenantsAdministratorSeesAndChangesNoNode() {
        Administrator boss = new Administrator("acme/boss", "test");

        refused(Reason.FORBIDDEN, () -> bus.nodes.nodes(boss, ALL));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new DrainNode(one.value())));
        refused(Reason.FORBIDDEN, () -> bus.execute(boss, new RemoveNode(one.value(), true)));
    }

    private void deploy(String assembly) throws Exception {
        bus.execute(
                boss(),
                new DeployAssembly(
                        acme,
                        Optional.empty(),
                        Content.of(new ByteArrayInputStream(assembly.getBytes(StandardCharsets.UTF_8)))));
    }

    private List<NodeView> nodes() throws AdministrationException {
        return bus.nodes.nodes(admin(), ALL).entries();
    }

    private NodeView node(InstanceId id) throws AdministrationException, RegistryException {
        return nodes().stream()
                .filter(n -> n.id().equals(id.value()))
                .findFirst()
                .orElseThrow();
    }

    private static AbstractThrowableAssert<?, ?> refused(Reason reason, ThrowingCallable call) {
        return assertThatThrownBy(call)
                .isInstanceOfSatisfying(AdministrationException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }
}
