package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.command.NodeCommand.DrainNode;
import org.esbmt.administration.api.command.NodeCommand.RemoveNode;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.AdministrationConfiguration;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.api.configuration.Sha256;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The nodes of this node's cluster, from the registry. */
@Component(
        service = {ClusterAdministration.class, ClusterManager.class},
        configurationPid = AdministrationConfiguration.PID)
public final class ClusterManager implements ClusterAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final Duration longestSilence;

    @Activate
    public ClusterManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            AdministrationConfiguration configuration) {
        this(access, services, longestSilence(configuration));
    }

    private ClusterManager(AccessLayer access, DynamicServices services, Duration longestSilence) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.longestSilence = requireNonNull(longestSilence, "longestSilence");
    }

    /** A manager with this longest silence of a node. */
    public static ClusterManager of(AccessLayer access, DynamicServices services, Duration longestSilence) {
        return new ClusterManager(access, services, longestSilence);
    }

    private static Duration longestSilence(AdministrationConfiguration configuration) {
        int seconds = configuration.node_silence_seconds();
        int most = AdministrationConfiguration.MAX_SILENCE_SECONDS;
        if (seconds < 1 || seconds > most) {
            throw new IllegalArgumentException(AdministrationConfiguration.PID + ": node.silence.seconds must be 1 to "
                    + most + ", but is " + seconds);
        }
        return Duration.ofSeconds(seconds);
    }

    /** The handlers of this manager's commands. */
    public CommandHandlers commands() {
        return new CommandHandlers()
                .add(DrainNode.class, (by, c) -> drainNode(by, c.node()))
                .add(RemoveNode.class, (by, c) -> removeNode(by, c.node(), c.forced()));
    }

    @Override
    public NodeView node(Administrator by, UUID node) throws AdministrationException {
        requireNonNull(node, "node");
        return access.perform(
                by, Operation.LIST_NODES, OperationTarget.installation("node " + node), caller -> view(node));
    }

    @Override
    public Page<NodeView> nodes(Administrator by, PageRequest page) throws AdministrationException {
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_NODES, OperationTarget.installation("nodes"), caller -> {
            List<NodeView> all = all();
            List<NodeView> part =
                    all.stream().skip(page.offset()).limit(page.limit()).toList();
            return new Page<>(part, page.offset(), all.size());
        });
    }

    private NodeView drainNode(Administrator by, UUID node) throws AdministrationException {
        OperationTarget target = target(node);
        return access.change(
                by,
                Operation.DRAIN_NODE,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(node),
                        change -> {
                            InstanceState before = existing(node).state();
                            services.nodes().membership().drain(new InstanceId(node));
                            return changed(change, node, before);
                        },
                        before -> view(UUID.fromString(before.what()))));
    }

    private NodeView removeNode(Administrator by, UUID node, boolean forced) throws AdministrationException {
        OperationTarget target = target(node);
        return access.change(
                by,
                Operation.REMOVE_NODE,
                target,
                caller -> new PreparedChange<>(
                        target,
                        PreparedChange.request(node, forced),
                        change -> {
                            ContainerInstance before = existing(node);
                            if (!forced && works(before)) {
                                throw new AdministrationException(
                                        CONFLICT,
                                        "node " + node + " is " + before.state() + " and was heard of "
                                                + before.silent().toSeconds() + " s ago: drain it first");
                            }
                            services.nodes().membership().leave(new InstanceId(node));
                            return changed(change, node, before.state());
                        },
                        before -> view(UUID.fromString(before.what()))));
    }

    private boolean works(ContainerInstance node) {
        boolean wanted = node.state() == InstanceState.UP || node.state() == InstanceState.JOINING;
        return wanted && !silent(node);
    }

    private boolean silent(ContainerInstance node) {
        return node.state() != InstanceState.LEFT && node.silent().compareTo(longestSilence) >= 0;
    }

    private NodeView changed(Change change, UUID node, InstanceState before)
            throws RegistryException, AdministrationException {
        NodeView now = view(node);
        change.from(before.toString());
        change.to(now.state().toString());
        change.did(node.toString());
        return now;
    }

    private static OperationTarget target(UUID node) {
        return OperationTarget.installation("node " + requireNonNull(node, "node"));
    }

    private ContainerInstance existing(UUID node) throws RegistryException, AdministrationException {
        ClusterId cluster = cluster();
        return services.nodes()
                .membership()
                .findInstance(new InstanceId(node))
                .filter(found -> found.cluster().equals(cluster))
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "this cluster has no node " + node));
    }

    private NodeView view(UUID node) throws RegistryException, AdministrationException {
        return all().stream()
                .filter(view -> view.id().equals(node))
                .findFirst()
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "this cluster has no node " + node));
    }

    private ClusterId cluster() throws RegistryException {
        return new ClusterId(services.resources().nodes().cluster());
    }

    private List<NodeView> all() throws RegistryException {
        ClusterId cluster = cluster();
        List<ContainerInstance> nodes = services.nodes().nodes(cluster);
        // Read last, so that no node has a higher revision than this one.
        long newest = services.nodes().cluster(cluster).lastRevision();
        Map<Long, Set<Sha256>> digests = new TreeMap<>();
        for (ContainerInstance node : nodes) {
            if (node.state() != InstanceState.LEFT) {
                node.stateHash().ifPresent(digest -> digests.computeIfAbsent(
                                node.observedRevision(), revision -> new HashSet<>())
                        .add(digest));
            }
        }
        return nodes.stream().map(node -> view(node, newest, digests)).toList();
    }

    private NodeView view(ContainerInstance node, long newest, Map<Long, Set<Sha256>> digests) {
        boolean compared =
                node.state() != InstanceState.LEFT && node.stateHash().isPresent();
        return new NodeView(
                node.id().value(),
                node.host().value(),
                services.here().filter(node.id().value()::equals).isPresent(),
                State.valueOf(node.state().name()),
                Health.valueOf(node.health().name()),
                node.observedRevision(),
                newest,
                node.silent(),
                silent(node),
                node.stateHash().map(Sha256::hex),
                compared && digests.get(node.observedRevision()).size() > 1);
    }
}
