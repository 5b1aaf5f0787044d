package org.esbmt.registry.testing.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.Cluster;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.testing.AtOnce;
import org.junit.jupiter.api.Test;

/** The creation of clusters, and the life cycle of nodes. A part of {@link ConfigurationRegistryContract}. */
abstract class ClustersContract extends ConfigurationFixture {
    private static final HostName HOST = new HostName("host.example");

    @Test
    void aClusterIsCreatedOnceAndFound() throws Exception {
        Cluster main = cluster("main");

        assertThat(main.lastRevision()).isZero();
        assertThat(registry.clusters().findCluster(main.id())).contains(main);
        assertThat(registry.clusters().findCluster(new ClusterName("main"))).contains(main);
        assertThat(registry.clusters().findCluster(ClusterId.random())).isEmpty();
        assertThat(registry.clusters().findCluster(new ClusterName("other"))).isEmpty();
        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> cluster("main"))
                .withMessageContaining("main");
    }

    @Test
    void ofConcurrentCreationsOfAClusterOneSucceeds() throws Exception {
        List<Object> outcomes = AtOnce.run(6, () -> cluster("main"));

        assertThat(outcomes).filteredOn(Cluster.class::isInstance).hasSize(1);
        assertThat(outcomes)
                .filteredOn(RegistryException.Conflict.class::isInstance)
                .hasSize(5);
    }

    @Test
    void clustersAreListedByNameInPages() throws Exception {
        for (String name : List.of("c", "a", "b")) {
            cluster(name);
        }

        assertThat(registry.clusters().listClusters(new Slice(1, 1)).entries())
                .extracting(c -> c.name().value())
                .containsExactly("b");
        assertThat(registry.clusters().listClusters(new Slice(1, 1)).total()).isEqualTo(3);
        assertThat(registry.clusters().listClusters(new Slice(9, 1)).total()).isEqualTo(3);
    }

    @Test
    void aNodeJoinsAndIsUpOnceItHasCaughtUp() throws Exception {
        Cluster main = cluster("main");
        append(operation(main.id()));
        append(operation(main.id()));
        InstanceId node = InstanceId.random();

        ContainerInstance joining = registry.membership().register(main.id(), node, HOST);
        ContainerInstance behind = beat(node, 1);
        ContainerInstance up = beat(node, 2);

        assertThat(joining.state()).isEqualTo(InstanceState.JOINING);
        assertThat(joining.joinedRevision()).isEqualTo(2);
        assertThat(joining.stateHash()).isEmpty();
        assertThat(joining.health()).isEqualTo(Health.UNKNOWN);
        assertThat(behind.state()).isEqualTo(InstanceState.JOINING);
        assertThat(up.state()).isEqualTo(InstanceState.UP);
        assertThat(up.observedRevision()).isEqualTo(2);
        assertThat(up.stateHash()).contains(STATE);
        assertThat(up.health()).isEqualTo(Health.DEGRADED);
        assertThat(up.host()).isEqualTo(HOST);
        assertThat(up.silent().isNegative()).isFalse();
        assertThat(registry.membership().findInstance(node).orElseThrow().state())
                .isEqualTo(InstanceState.UP);
    }

    @Test
    void aRestartedNodeContinuesAndOneThatLeftStartsFromTheBeginning() throws Exception {
        Cluster main = cluster("main");
        InstanceId node = node(main.id());
        append(operation(main.id()));
        beat(node, 1);

        ContainerInstance again = registry.membership().register(main.id(), node, new HostName("moved.example"));
        assertThat(again.state()).isEqualTo(InstanceState.JOINING);
        assertThat(again.joinedRevision()).isZero();
        assertThat(again.observedRevision()).isEqualTo(1);
        assertThat(again.host().value()).isEqualTo("moved.example");

        registry.membership().leave(node);
        ContainerInstance anew = registry.membership().register(main.id(), node, HOST);
        assertThat(anew.joinedRevision()).isEqualTo(1);
        assertThat(anew.observedRevision()).isZero();
        assertThat(anew.stateHash()).isEmpty();
    }

    @Test
    void aNodeIsDrainedAndLeaves() throws Exception {
        InstanceId node = node(cluster("main").id());
        beat(node, 0);

        assertThat(registry.membership().drain(node).state()).isEqualTo(InstanceState.DRAINING);
        assertThat(beat(node, 0).state()).isEqualTo(InstanceState.DRAINING);
        assertThat(registry.membership().leave(node).state()).isEqualTo(InstanceState.LEFT);
        assertThat(registry.membership().leave(node).state()).isEqualTo(InstanceState.LEFT);
        assertThatExceptionOfType(RegistryException.RuleBroken.class).isThrownBy(() -> beat(node, 0));
        assertThatExceptionOfType(RegistryException.RuleBroken.class)
                .isThrownBy(() -> registry.membership().drain(node));
    }

    @Test
    void aNodeCannotObserveRevisionsBeyondItsClustersLog() throws Exception {
        InstanceId node = node(cluster("main").id());

        assertThatExceptionOfType(RegistryException.RuleBroken.class).isThrownBy(() -> beat(node, 1));
        assertThat(registry.membership().findInstance(node).orElseThrow().observedRevision())
                .isZero();
    }

    @Test
    void aNodeIsInOneCluster() throws Exception {
        InstanceId node = node(cluster("main").id());
        Cluster other = cluster("other");

        assertThatExceptionOfType(RegistryException.Conflict.class)
                .isThrownBy(() -> registry.membership().register(other.id(), node, HOST));
        assertThat(registry.membership().listInstances(other.id(), FIRST).entries())
                .isEmpty();
    }

    @Test
    void strangersAreNotFound() throws Exception {
        InstanceId nobody = InstanceId.random();
        cluster("main");
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> node(ClusterId.random()));
        assertThatExceptionOfType(RegistryException.NotFound.class).isThrownBy(() -> beat(nobody, 0));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.membership().drain(nobody));
        assertThatExceptionOfType(RegistryException.NotFound.class)
                .isThrownBy(() -> registry.membership().leave(nobody));
        assertThat(registry.membership().findInstance(nobody)).isEmpty();
        assertThat(registry.membership()
                        .listInstances(ClusterId.random(), FIRST)
                        .total())
                .isZero();
    }

    @Test
    void nodesAreListedWithTheirCluster() throws Exception {
        Cluster main = cluster("main");
        InstanceId one = node(main.id());
        InstanceId two = node(main.id());
        node(cluster("other").id());
        registry.membership().leave(two);

        assertThat(registry.membership().listInstances(main.id(), FIRST).entries())
                .extracting(ContainerInstance::id)
                .containsExactlyInAnyOrder(one, two);
        assertThat(registry.membership()
                        .listInstances(main.id(), new Slice(1, 1))
                        .entries())
                .hasSize(1);
    }

    @Test
    void aHostIsAnyTextAndStaysIt() throws Exception {
        Cluster main = cluster("main");
        for (String attack : ATTACKS) {
            ContainerInstance kept =
                    registry.membership().register(main.id(), InstanceId.random(), new HostName(attack));
            assertThat(kept.host().value()).isEqualTo(attack);
        }
    }

    private ContainerInstance beat(InstanceId node, long revision) throws RegistryException {
        return registry.membership().heartbeat(node, new Heartbeat(revision, STATE, Health.DEGRADED));
    }
}
