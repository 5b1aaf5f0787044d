package org.esbmt.management.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.management.api.cluster.ClusterNode.Observation;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.Payload;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class HeartTest {
    private static final Logger LOG = LoggerFactory.getLogger(HeartTest.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Sha256 STATE = Sha256.of(new byte[] {1});

    @TempDir
    private Path folder;

    private final ClusterFixture fixture = new ClusterFixture();
    /** What the cluster made of the node, as it was told. */
    private final List<InstanceState> states = new ArrayList<>();

    private LocalNode node;
    private Heart heart;

    @BeforeEach
    void join() throws Exception {
        Settings settings = fixture.settings(folder, "default", folder.resolve("seal.key"));
        node = new Joining(settings, fixture.registries).join();
        heart = new Heart(node, ClusterFixture.HOST, INTERVAL, fixture.registries, states::add, LOG);
    }

    @Test
    void aNodeIsRegisteredAndThenTellsHowItStands() throws Exception {
        assertThat(heart.beat()).isEqualTo(INTERVAL);
        assertThat(known().state()).isEqualTo(InstanceState.JOINING);
        node.observed(new Observation(0, STATE, Optional.empty()));
        heart.beat();
        assertThat(known().state()).isEqualTo(InstanceState.UP);
        assertThat(known().health()).isEqualTo(Health.HEALTHY);
        assertThat(known().stateHash().orElseThrow().hex()).isEqualTo(STATE.hex());
        append();
        node.observed(new Observation(1, STATE, Optional.of("The disk is full.")));
        heart.beat();
        assertThat(known().observedRevision()).isEqualTo(1);
        assertThat(known().health()).isEqualTo(Health.DEGRADED);
    }

    @Test
    void aNodeHearsThatItIsToTakeNothingNewUntilItIsStartedAnew() throws Exception {
        node.observed(new Observation(0, STATE, Optional.empty()));
        heart.beat();
        fixture.clusters.drain(new InstanceId(node.instance()));
        heart.beat();
        new Heart(node, ClusterFixture.HOST, INTERVAL, fixture.registries, states::add, LOG).beat();
        assertThat(states).containsExactly(InstanceState.UP, InstanceState.DRAINING, InstanceState.UP);
    }

    @Test
    void whatTheLogDoesNotShowYetIsToldAgainSoon() throws Exception {
        node.observed(new Observation(1, STATE, Optional.empty()));
        assertThat(heart.beat()).isLessThan(Duration.ofSeconds(1));
        append();
        assertThat(heart.beat()).isEqualTo(INTERVAL);
        assertThat(known().observedRevision()).isEqualTo(1);
    }

    @Test
    void aNodeThatHasLeftStaysAwayUntilItIsStartedAnew() throws Exception {
        node.observed(new Observation(0, STATE, Optional.empty()));
        heart.beat();
        fixture.clusters.leave(new InstanceId(node.instance()));
        assertThat(heart.beat()).isEqualTo(INTERVAL);
        assertThat(known().state()).isEqualTo(InstanceState.LEFT);
        new Heart(node, ClusterFixture.HOST, INTERVAL, fixture.registries, states::add, LOG).beat();
        assertThat(known().state()).isEqualTo(InstanceState.UP);
    }

    @Test
    void aRegistryThatIsAwayIsTriedAgain() throws Exception {
        Heart without = new Heart(node, ClusterFixture.HOST, INTERVAL, new Registries(), states::add, LOG);
        assertThat(without.beat()).isEqualTo(INTERVAL);
        assertThat(fixture.clusters.findInstance(new InstanceId(node.instance())))
                .isEmpty();
    }

    @Test
    void aNewRevisionIsUrgentAndTheSameAgainIsNot() {
        node.observed(new Observation(1, STATE, Optional.empty()));
        long first = node.urgent();
        node.observed(new Observation(1, STATE, Optional.empty()));
        assertThat(node.urgent()).isEqualTo(first);
        node.observed(new Observation(2, STATE, Optional.empty()));
        assertThat(node.urgent()).isGreaterThan(first);
        long second = node.urgent();
        node.observed(new Observation(2, STATE, Optional.of("It is stuck.")));
        assertThat(node.urgent()).isGreaterThan(second);
    }

    private ContainerInstance known() {
        return fixture.clusters.findInstance(new InstanceId(node.instance())).orElseThrow();
    }

    private void append() throws Exception {
        ClusterId cluster = new ClusterId(node.cluster());
        fixture.transactions.run(
                transaction -> fixture.log.append(Operations.operation(cluster), revision -> Payload.of(new byte[1])));
    }
}
