package org.esbmt.administration.testing;

import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.command.NodeCommand;
import org.esbmt.tenancy.api.TenantId;

/**
 * A cluster for the tests of administration's adapters. It has two nodes, and one operation that one node has applied
 * and the other has not. It also has a batch before its decision, and a missing resource with a branch in it. It accepts
 * every administrator.
 */
public final class InMemoryOperations implements ClusterAdministration, OperationAdministration, TransactionOversight {
    /** The node that receives the requests. */
    public static final UUID HERE = UUID.fromString("00000000-0000-4000-8000-000000000001");

    /** The other node, which is silent and has another state. */
    public static final UUID OTHER = UUID.fromString("00000000-0000-4000-8000-000000000002");

    /** The operation. */
    public static final UUID DEPLOYED = UUID.fromString("00000000-0000-4000-8000-00000000000d");

    private final Map<UUID, NodeView> nodes = new LinkedHashMap<>();
    private final List<HeuristicView> heuristics =
            new ArrayList<>(List.of(new HeuristicView("node1.7", "broker", true, Instant.EPOCH, "it rolled back")));
    private boolean retired;
    private Duration lastWait = Duration.ZERO;
    private final InMemoryCommands commands = new InMemoryCommands()
            .on(NodeCommand.DrainNode.class, (by, c) -> change(c.node(), ClusterAdministration.State.DRAINING))
            .on(NodeCommand.RemoveNode.class, (by, c) -> {
                if (c.node().equals(HERE) && !c.forced() && nodes.get(HERE).state() == ClusterAdministration.State.UP) {
                    throw new AdministrationException(CONFLICT, "node " + c.node() + " is UP: drain it first");
                }
                return change(c.node(), ClusterAdministration.State.LEFT);
            })
            .on(NodeCommand.RecoverTransactions.class, (by, c) -> transactions(by))
            .does(NodeCommand.RetireResource.class, (by, c) -> {
                if (!c.resource().equals("old.database") || !c.resource().equals(c.confirmation())) {
                    throw new AdministrationException(INVALID, "the confirmation is not the name");
                }
                retired = true;
            })
            .does(NodeCommand.ForgetHeuristic.class, (by, c) -> {
                if (!heuristics.removeIf(h ->
                        h.transaction().equals(c.transaction()) && h.resource().equals(c.resource()))) {
                    throw new AdministrationException(INVALID, "there is no such entry");
                }
            });

    public InMemoryOperations() {
        nodes.put(HERE, node(HERE, "one.example", ClusterAdministration.State.UP));
        nodes.put(OTHER, node(OTHER, "two.example", ClusterAdministration.State.UP));
    }

    private static NodeView node(UUID id, String host, ClusterAdministration.State state) {
        return new NodeView(
                id,
                host,
                id.equals(HERE),
                state,
                Health.HEALTHY,
                id.equals(HERE) ? 7 : 5,
                7,
                Duration.ofSeconds(id.equals(HERE) ? 1 : 90),
                id.equals(OTHER),
                Optional.of("abcdef0123456789"),
                id.equals(OTHER));
    }

    public InMemoryCommands commands() {
        return commands;
    }

    /** The time that the last caller wanted to wait. */
    public Duration lastWait() {
        return lastWait;
    }

    @Override
    public Page<NodeView> nodes(Administrator by, PageRequest page) {
        commands.asked(by);
        return Page.of(List.copyOf(nodes.values()), page);
    }

    private NodeView change(UUID node, ClusterAdministration.State state) throws AdministrationException {
        if (!nodes.containsKey(node)) {
            throw new AdministrationException(NOT_FOUND, "this cluster has no node " + node);
        }
        NodeView changed = node(node, nodes.get(node).host(), state);
        nodes.put(node, changed);
        return changed;
    }

    @Override
    public Optional<OperationView> find(Administrator by, UUID id) {
        return await(by, id, Duration.ZERO);
    }

    @Override
    public Optional<OperationView> await(Administrator by, UUID id, Duration atMost) {
        commands.asked(by);
        lastWait = atMost;
        if (!id.equals(DEPLOYED)) {
            return Optional.empty();
        }
        OnNodes onNodes = OnNodes.of(
                Optional.empty(),
                OptionalLong.of(7),
                OperationAdministration.State.PENDING,
                Map.of(HERE, new Answer(Result.FAILED, Optional.of("no room"))),
                Set.of(OTHER));
        return Optional.of(
                new OperationView(id, "acme/boss", "DEPLOY_ASSEMBLY", "orders", Instant.EPOCH, Optional.of(onNodes)));
    }

    @Override
    public Page<LoggedView> newest(Administrator by, PageRequest page) {
        commands.asked(by);
        List<LoggedView> all = List.of(new LoggedView(7, DEPLOYED, "DEPLOY_ASSEMBLY", Optional.empty(), Instant.EPOCH));
        return Page.of(all, page);
    }

    /** Lists one batch, of a tenant's user. */
    @Override
    public List<UnderWayView> batchesUnderWay(Administrator by) {
        commands.asked(by);
        return List.of(new UnderWayView(
                OTHER,
                "acme/boss",
                Optional.of(new TenantId(HERE)),
                true,
                UnderWayView.Phase.MAKING,
                3,
                12,
                Instant.EPOCH));
    }

    @Override
    public TransactionsView transactions(Administrator by) {
        commands.asked(by);
        return new TransactionsView(
                retired
                        ? new RecoveryView(Phase.DONE, List.of(), Optional.of(Instant.EPOCH), List.of())
                        : new RecoveryView(
                                Phase.GATED, List.of("old.database"), Optional.empty(), List.of("it is away")),
                retired
                        ? List.of(new ResourceView("broker", true))
                        : List.of(new ResourceView("broker", true), new ResourceView("old.database", false)),
                retired
                        ? List.of()
                        : List.of(new BranchView(
                                "node1.8",
                                "old.database",
                                Instant.EPOCH,
                                "COMMIT",
                                true,
                                Optional.of("no connection"))),
                heuristics);
    }
}
