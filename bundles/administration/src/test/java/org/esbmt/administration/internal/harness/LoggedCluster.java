package org.esbmt.administration.internal.harness;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.management.api.cluster.ChangeOutcome;
import org.esbmt.management.api.cluster.ChangeOutcome.Answer;
import org.esbmt.management.api.cluster.ChangeOutcome.Result;
import org.esbmt.management.api.cluster.ChangeOutcome.State;
import org.esbmt.management.api.cluster.ChangeRepeatedException;
import org.esbmt.management.api.cluster.ClusterChanges;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.management.api.cluster.NewChange;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterName;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.tenancy.api.UserId;

/** A cluster with its changes in the registry's log. Its nodes answer when the test requests it. */
public final class LoggedCluster implements ClusterChanges {
    private final TestBus bus;
    private final ClusterId id;

    public LoggedCluster(TestBus bus, String name) throws RegistryException {
        this.bus = bus;
        this.id = bus.clusters
                .createCluster(new ClusterName(name), new UserId(UUID.randomUUID()))
                .id();
    }

    /** Lets the administration use this cluster from now on. */
    public LoggedCluster administered() {
        bus.services.bindResources(new ChangeResources(
                bus.units, bus.deployments, bus.quotas, bus.quotas, bus.quotas, bus.audit, bus.journal, this));
        return this;
    }

    public InstanceId join(String host) throws RegistryException {
        InstanceId node = InstanceId.random();
        bus.clusters.register(id, node, new HostName(host));
        return node;
    }

    /** Records the revision that a node has reached, and its state. */
    public void observed(InstanceId node, long revision, String state) throws RegistryException {
        bus.clusters.heartbeat(node, new Heartbeat(revision, digest(state), Health.HEALTHY));
    }

    public void answer(UUID change, InstanceId node, Acknowledgement answer) throws RegistryException {
        bus.log.acknowledge(new OperationId(change), node, answer);
    }

    public static Sha256 digest(String state) {
        return new Sha256(PreparedChange.request(state).hex());
    }

    @Override
    public UUID cluster() {
        return id.value();
    }

    @Override
    public long publish(NewChange change) throws ChangeRepeatedException, ClusterUnavailableException {
        try {
            return bus.log
                    .append(
                            new NewOperation(
                                    new OperationId(change.id()),
                                    id,
                                    change.tenant(),
                                    change.by(),
                                    change.kind(),
                                    new Sha256(change.request().hex()),
                                    Optional.empty()),
                            revision -> Payload.of(new byte[] {1}))
                    .revision();
        } catch (RegistryException e) {
            throw new ClusterUnavailableException(e.getMessage(), e);
        }
    }

    @Override
    public Optional<ChangeOutcome> outcome(UUID change) {
        return bus.log.outcome(new OperationId(change)).map(known -> {
            Map<UUID, Answer> answers = new HashMap<>();
            known.answers()
                    .forEach((node, answer) -> answers.put(
                            node.value(),
                            new Answer(Result.valueOf(answer.result().name()), answer.reason())));
            return new ChangeOutcome(
                    State.valueOf(known.state().name()),
                    answers,
                    known.waiting().stream().map(InstanceId::value).collect(Collectors.toSet()));
        });
    }

    @Override
    public Optional<ChangeOutcome> await(UUID change, Duration atMost) throws InterruptedException {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            Optional<ChangeOutcome> now = outcome(change);
            if (now.isEmpty() || now.get().state() != State.PENDING || System.nanoTime() >= end) {
                return now;
            }
            Thread.sleep(5);
        }
    }

    @Override
    public Optional<Answer> awaitHere(UUID change, Duration atMost) {
        return Optional.empty();
    }
}
