package org.esbmt.management.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.management.api.cluster.ClusterNode.Observation;
import org.esbmt.management.api.cluster.ClusterNode.Part;
import org.esbmt.management.api.message.Sha256;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentKind;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.JbiComponent;
import org.esbmt.registry.api.configuration.NewComponent;
import org.esbmt.registry.api.configuration.ObservedComponent;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.tenancy.api.UserId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class HeartbeatSenderTest {
    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatSenderTest.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Sha256 STATE = Sha256.of(new byte[] {1});

    @TempDir
    private Path folder;

    private final ClusterFixture fixture = new ClusterFixture();
    /** The states that the sender has received from the cluster. */
    private final List<InstanceState> states = new ArrayList<>();

    private LocalNode node;
    private HeartbeatSender heart;

    @BeforeEach
    void join() throws Exception {
        ClusterSettings settings = fixture.settings(folder, "default", folder.resolve("seal.key"));
        node = new Joining(settings, fixture.registries).join();
        heart = heart(new NodeRun(), ClusterFixture.HOST);
    }

    @Test
    void aNodeIsRegisteredAndThenReportsItsState() throws Exception {
        assertThat(heart.beat()).isEqualTo(INTERVAL);
        assertThat(known().state()).isEqualTo(InstanceState.JOINING);
        node.observed(observation(0, Optional.empty()));
        heart.beat();
        assertThat(known().state()).isEqualTo(InstanceState.UP);
        assertThat(known().health()).isEqualTo(Health.HEALTHY);
        assertThat(known().stateHash().orElseThrow().hex()).isEqualTo(STATE.hex());
        append();
        node.observed(observation(1, Optional.of("The disk is full.")));
        heart.beat();
        assertThat(known().observedRevision()).isEqualTo(1);
        assertThat(known().health()).isEqualTo(Health.DEGRADED);
    }

    @Test
    void aNodeStaysDrainingUntilItsNextStart() throws Exception {
        node.observed(observation(0, Optional.empty()));
        heart.beat();
        fixture.clusters.drain(new InstanceId(node.instance()));
        heart.beat();
        heart(new NodeRun(), ClusterFixture.HOST).beat();
        assertThat(states).containsExactly(InstanceState.UP, InstanceState.DRAINING, InstanceState.UP);
    }

    @Test
    void aNewConfigurationKeepsTheStateSetByTheAdministrator() throws Exception {
        NodeRun run = new NodeRun();
        node.observed(observation(0, Optional.empty()));
        heart(run, ClusterFixture.HOST).beat();
        fixture.clusters.drain(new InstanceId(node.instance()));
        heart(run, ClusterFixture.HOST).beat();
        heart(run, new HostName("another.example")).beat();
        assertThat(states).containsExactly(InstanceState.UP, InstanceState.DRAINING, InstanceState.DRAINING);

        fixture.clusters.leave(new InstanceId(node.instance()));
        heart(run, new HostName("another.example")).beat();
        assertThat(known().state()).isEqualTo(InstanceState.LEFT);

        heart(new NodeRun(), new HostName("another.example")).beat();
        assertThat(known().state()).isEqualTo(InstanceState.UP);
        assertThat(known().host()).isEqualTo(new HostName("another.example"));
    }

    @Test
    void anActiveNodeReportsANewHostAtOnce() throws Exception {
        NodeRun run = new NodeRun();
        node.observed(observation(0, Optional.empty()));
        heart(run, ClusterFixture.HOST).beat();
        heart(run, new HostName("another.example")).beat();
        assertThat(known().host()).isEqualTo(new HostName("another.example"));
        assertThat(known().state()).isEqualTo(InstanceState.UP);
    }

    private HeartbeatSender heart(NodeRun run, HostName host) {
        return new HeartbeatSender(node, host, INTERVAL, fixture.registries, run, states::add, LOG);
    }

    @Test
    void aRevisionMissingInTheLogIsReportedAgainSoon() throws Exception {
        node.observed(observation(1, Optional.empty()));
        assertThat(heart.beat()).isLessThan(Duration.ofSeconds(1));
        append();
        assertThat(heart.beat()).isEqualTo(INTERVAL);
        assertThat(known().observedRevision()).isEqualTo(1);
    }

    @Test
    void aRemovedNodeStaysRemovedUntilItsNextStart() throws Exception {
        node.observed(observation(0, Optional.empty()));
        heart.beat();
        fixture.clusters.leave(new InstanceId(node.instance()));
        assertThat(heart.beat()).isEqualTo(INTERVAL);
        assertThat(known().state()).isEqualTo(InstanceState.LEFT);
        heart(new NodeRun(), ClusterFixture.HOST).beat();
        assertThat(known().state()).isEqualTo(InstanceState.UP);
    }

    @Test
    void anUnavailableRegistryIsTriedAgain() throws Exception {
        HeartbeatSender without = new HeartbeatSender(
                node, ClusterFixture.HOST, INTERVAL, new RegistryReferences(), new NodeRun(), states::add, LOG);
        assertThat(without.beat()).isEqualTo(INTERVAL);
        assertThat(fixture.clusters.findInstance(new InstanceId(node.instance())))
                .isEmpty();
    }

    @Test
    void aNewRevisionIsUrgentAndTheSameAgainIsNot() {
        node.observed(observation(1, Optional.empty()));
        long first = node.urgent();
        node.observed(observation(1, Optional.empty()));
        assertThat(node.urgent()).isEqualTo(first);
        node.observed(observation(2, Optional.empty()));
        assertThat(node.urgent()).isGreaterThan(first);
        long second = node.urgent();
        node.observed(observation(2, Optional.of("It is stuck.")));
        assertThat(node.urgent()).isGreaterThan(second);
    }

    @Test
    void presentAndMissingComponentsAreReported() throws Exception {
        Sha256 digest = Sha256.of(new byte[] {2});
        Part own =
                new Part("http-bc", Optional.of("binding-component"), Optional.empty(), "Started", Optional.of(STATE));
        Part engine =
                new Part("engine", Optional.of("service-engine"), Optional.of(digest), "Stopped", Optional.empty());
        Part ofTheFolder = new Part(
                "classes", Optional.empty(), Optional.of(Sha256.of(new byte[] {3})), "Shutdown", Optional.empty());
        JbiComponent known = fixture.components.define(
                NewComponent.installed(
                        new ComponentName("engine"),
                        ComponentKind.SERVICE_ENGINE,
                        new org.esbmt.registry.api.configuration.Sha256(digest.hex())),
                new UserId(UUID.randomUUID()));
        node.observed(new Observation(0, STATE, Optional.empty(), List.of(own, engine, ofTheFolder)));
        heart.beat();
        assertThat(observed())
                .containsOnly(entry("http-bc", ComponentState.STARTED), entry("engine", ComponentState.STOPPED));

        node.observed(new Observation(0, STATE, Optional.empty(), List.of(own)));
        heart(new NodeRun(), ClusterFixture.HOST).beat();
        assertThat(observed())
                .containsOnly(entry("http-bc", ComponentState.STARTED), entry("engine", ComponentState.ABSENT));
        assertThat(fixture.components.findComponent(known.id())).contains(known);
    }

    @Test
    void theDecisionAboutSettingsInForceIsReported() throws Exception {
        Part set =
                new Part("http-bc", Optional.of("binding-component"), Optional.empty(), "Started", Optional.of(STATE));
        node.observed(new Observation(0, STATE, Optional.empty(), List.of(set)));
        heart.beat();

        assertThat(fixture.components.observed(new ClusterId(node.cluster())))
                .singleElement()
                .satisfies(one -> assertThat(one.settings().orElseThrow().hex()).isEqualTo(STATE.hex()));
    }

    private Map<String, ComponentState> observed() throws Exception {
        Map<String, ComponentState> all = new TreeMap<>();
        for (ObservedComponent one : fixture.components.observed(new ClusterId(node.cluster()))) {
            JbiComponent component =
                    fixture.components.findComponent(one.component()).orElseThrow();
            all.put(component.definition().name().value(), one.state());
        }
        return all;
    }

    private static Observation observation(long revision, Optional<String> problem) {
        return new Observation(revision, STATE, problem, List.of());
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
