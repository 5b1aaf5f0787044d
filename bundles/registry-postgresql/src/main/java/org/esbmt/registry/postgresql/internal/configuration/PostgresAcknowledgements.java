package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.Acknowledgement;
import org.esbmt.registry.api.configuration.Acknowledgement.Result;
import org.esbmt.registry.api.configuration.Acknowledgements;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationOutcome;
import org.esbmt.registry.api.configuration.OperationState;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;

/** Answers in the table {@code management_acknowledgement}. An operation's state is computed, not stored. */
public final class PostgresAcknowledgements implements Acknowledgements {
    private static final String OUTCOME = "SELECT n.instance_id, n.result, n.reason, n.state_sha256,"
            + " coalesce(o.not_after < clock_timestamp(), false) AS late FROM management_operation o"
            + " LEFT JOIN LATERAL (SELECT i.instance_id, a.result, a.reason, a.state_sha256"
            + " FROM container_instance i LEFT JOIN management_acknowledgement a"
            + " ON a.operation_id = o.operation_id AND a.instance_id = i.instance_id"
            + " WHERE i.cluster_id = o.cluster_id AND (a.instance_id IS NOT NULL"
            + " OR (i.state <> 'LEFT' AND i.joined_revision < o.revision))) n ON true"
            + " WHERE o.operation_id = ?";

    private final RegistryTransactions transactions;

    public PostgresAcknowledgements(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void acknowledge(OperationId operation, InstanceId instance, Acknowledgement answer)
            throws RegistryException {
        transactions.write(connection -> {
            int kept = Sql.execute(
                    connection,
                    "INSERT INTO management_acknowledgement AS a"
                            + " (operation_id, instance_id, cluster_id, result, reason, state_sha256)"
                            + " SELECT o.operation_id, i.instance_id, o.cluster_id, ?, ?, ?::bytea"
                            + " FROM management_operation o JOIN container_instance i ON i.cluster_id = o.cluster_id"
                            + " WHERE o.operation_id = ? AND i.instance_id = ?"
                            + " ON CONFLICT (operation_id, instance_id) DO UPDATE SET result = excluded.result,"
                            + " reason = excluded.reason, state_sha256 = excluded.state_sha256,"
                            + " acknowledged_at = clock_timestamp() WHERE a.result = 'FAILED'",
                    answer.result().name(),
                    answer.reason().orElse(null),
                    answer.state().bytes(),
                    operation.value(),
                    instance.value());
            if (kept == 0) {
                check(connection, operation, instance);
            }
            return kept;
        });
    }

    /**
     * Finds the reason why no row was inserted. Refuses an unknown operation, an unknown node, and a node of another
     * cluster. Otherwise an earlier answer stands.
     */
    private static void check(Connection connection, OperationId operation, InstanceId instance)
            throws SQLException, RegistryException {
        Rows.checkInstance(connection, instance);
        boolean here = Sql.one(
                        connection,
                        "SELECT EXISTS (SELECT 1 FROM container_instance i WHERE i.instance_id = ?"
                                + " AND i.cluster_id = o.cluster_id) AS here"
                                + " FROM management_operation o WHERE o.operation_id = ?",
                        row -> row.getBoolean("here"),
                        instance.value(),
                        operation.value())
                .orElseThrow(() -> new RegistryException.NotFound("There is no operation " + operation + "."));
        if (!here) {
            throw new RegistryException.RuleBroken(
                    "Node " + instance + " is not in the cluster of operation " + operation + ".", null);
        }
    }

    /**
     * A row of the outcome.
     *
     * @param instance empty in the only row of an operation without nodes
     * @param answer empty before the node has answered
     */
    private record Node(Optional<InstanceId> instance, Optional<Acknowledgement> answer, boolean late) {}

    @Override
    public Optional<OperationOutcome> outcome(OperationId operation) throws RegistryException {
        List<Node> nodes = transactions.read(
                connection -> Sql.all(connection, OUTCOME, PostgresAcknowledgements::node, operation.value()));
        return nodes.isEmpty() ? Optional.empty() : Optional.of(outcome(nodes));
    }

    private static OperationOutcome outcome(List<Node> nodes) {
        Map<InstanceId, Acknowledgement> answers = new HashMap<>();
        Set<InstanceId> waiting = new HashSet<>();
        for (Node node : nodes) {
            node.instance()
                    .ifPresent(id -> node.answer().ifPresentOrElse(a -> answers.put(id, a), () -> waiting.add(id)));
        }
        long failed = answers.values().stream()
                .filter(a -> a.result() == Result.FAILED)
                .count();
        OperationState state = OperationState.of(
                answers.size() - failed, failed, waiting.size(), nodes.get(0).late());
        return new OperationOutcome(state, answers, waiting);
    }

    private static Node node(ResultSet row) throws SQLException {
        Optional<Acknowledgement> answer = row.getString("result") == null
                ? Optional.empty()
                : Optional.of(new Acknowledgement(
                        Result.valueOf(row.getString("result")),
                        Optional.ofNullable(row.getString("reason")),
                        Rows.sha256(row, "state_sha256")));
        return new Node(Rows.uuidIfAny(row, "instance_id").map(InstanceId::new), answer, row.getBoolean("late"));
    }
}
