package org.esbmt.management.cluster.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.esbmt.management.api.cluster.ClusterNode.Observation;
import org.esbmt.management.api.cluster.ClusterUnavailableException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.Sha256;
import org.slf4j.Logger;

/** Registers this node and reports its state: every few seconds, and at once after progress. Confined to one thread. */
final class HeartbeatSender {
    /** The pause before a retry, when a reported revision came by message and the log does not show it yet. */
    private static final Duration NOT_YET = Duration.ofMillis(200);

    private static final int NOT_YET_LIMIT = 25;
    /** Failures in a row. A single failure may be due to a stop of the bus that stops the registry first. */
    private static final int WORTH_TELLING = 3;

    private final LocalNode node;
    private final HostName host;
    private final Duration interval;
    private final RegistryReferences registries;
    private final NodeRun run;
    private final Consumer<InstanceState> heard;
    private final ProblemLog problemLog;
    private final ComponentStateReporter states;
    private boolean registered;
    private int notYet;
    private int failures;

    /**
     * Creates a sender that has not registered the node yet.
     *
     * @param run the registration since the start of the node
     * @param heard receives, after each heartbeat, the state of this node in the cluster
     */
    HeartbeatSender(
            LocalNode node,
            HostName host,
            Duration interval,
            RegistryReferences registries,
            NodeRun run,
            Consumer<InstanceState> heard,
            Logger log) {
        this.run = run;
        this.heard = heard;
        this.node = node;
        this.host = host;
        this.interval = interval;
        this.registries = registries;
        this.problemLog = new ProblemLog(log);
        this.states = new ComponentStateReporter(new ClusterId(node.cluster()), instance(), registries);
    }

    /** Sends one heartbeat, if that is possible now; returns the time until the next one. */
    Duration beat() {
        try {
            if (!registered) {
                register();
                registered = true;
            }
            Optional<Observation> now = node.observation();
            if (now.isPresent()) {
                heard.accept(registries
                        .membership()
                        .heartbeat(instance(), heartbeat(now.get()))
                        .state());
                states.report(now.get());
            }
            notYet = 0;
            failures = 0;
            problemLog.mended("registry", "The configuration registry hears from this node again.");
            return interval;
        } catch (RegistryException.RuleBroken e) {
            return refused(e);
        } catch (RegistryException.NotFound e) {
            registered = false;
            run.forget();
            return problem(e.getMessage());
        } catch (ClusterUnavailableException e) {
            // The registry is not in service, and reports that itself.
            return interval;
        } catch (RegistryException e) {
            return problem(e.getMessage());
        }
    }

    /**
     * Registers the node. Registration makes a node a member again, even after a removal, so it is for a starting node.
     */
    private void register() throws RegistryException, ClusterUnavailableException {
        NodeRun.Registered now = new NodeRun.Registered(new ClusterId(node.cluster()), instance(), host);
        Optional<NodeRun.Registered> before = run.registered().filter(now::isNode);
        if (before.equals(Optional.of(now)) || (before.isPresent() && isToldToStayAway())) {
            return;
        }
        registries.membership().register(now.cluster(), now.instance(), now.host());
        run.registered(now);
    }

    private boolean isToldToStayAway() throws RegistryException, ClusterUnavailableException {
        return registries
                .membership()
                .findInstance(instance())
                .map(ContainerInstance::state)
                .filter(state -> state == InstanceState.DRAINING || state == InstanceState.LEFT)
                .isPresent();
    }

    private Duration refused(RegistryException.RuleBroken why) {
        if (hasLeft()) {
            problemLog.problem(
                    "registry",
                    "This node has left its cluster: an administrator has removed it, and no change waits for it. It"
                            + " still applies the cluster's changes. A restart makes it a member again.");
            return interval;
        }
        notYet++;
        if (notYet < NOT_YET_LIMIT) {
            return NOT_YET;
        }
        return problem(why.getMessage());
    }

    private boolean hasLeft() {
        try {
            return registries
                    .membership()
                    .findInstance(instance())
                    .map(ContainerInstance::state)
                    .filter(state -> state == InstanceState.LEFT)
                    .isPresent();
        } catch (RegistryException | ClusterUnavailableException e) {
            return false;
        }
    }

    private Duration problem(String sentence) {
        failures++;
        if (failures >= WORTH_TELLING) {
            problemLog.problem("registry", "The configuration registry does not hear from this node: " + sentence);
        }
        return interval;
    }

    private InstanceId instance() {
        return new InstanceId(node.instance());
    }

    private static Heartbeat heartbeat(Observation now) {
        return new Heartbeat(
                now.revision(),
                new Sha256(now.state().hex()),
                now.problem().isPresent() ? Health.DEGRADED : Health.HEALTHY);
    }
}
