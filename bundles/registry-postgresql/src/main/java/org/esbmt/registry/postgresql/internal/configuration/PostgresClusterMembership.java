package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ClusterMembership;
import org.esbmt.registry.api.configuration.ContainerInstance;
import org.esbmt.registry.api.configuration.Health;
import org.esbmt.registry.api.configuration.Heartbeat;
import org.esbmt.registry.api.configuration.HostName;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.InstanceState;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;

/** Nodes in the table {@code container_instance}. */
public final class PostgresClusterMembership implements ClusterMembership {
    private static final String INSTANCE = "instance_id, cluster_id, host, state, health, joined_revision,"
            + " observed_revision, state_sha256, last_seen,"
            + " (extract(epoch FROM clock_timestamp() - last_seen) * 1000000)::bigint AS silent";

    private final RegistryTransactions transactions;

    public PostgresClusterMembership(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public ContainerInstance register(ClusterId cluster, InstanceId instance, HostName host) throws RegistryException {
        return transactions.write(connection -> {
            Rows.checkCluster(connection, cluster);
            return Sql.one(
                            connection,
                            "INSERT INTO container_instance AS i (instance_id, cluster_id, host, state, joined_revision)"
                                    + " SELECT ?, cluster_id, ?, 'JOINING', last_revision FROM cluster"
                                    + " WHERE cluster_id = ?"
                                    + " ON CONFLICT (instance_id) DO UPDATE SET host = excluded.host, state = 'JOINING',"
                                    + " health = 'UNKNOWN', last_seen = clock_timestamp(),"
                                    + " joined_revision = CASE i.state WHEN 'LEFT' THEN excluded.joined_revision"
                                    + " ELSE i.joined_revision END,"
                                    + " observed_revision = CASE i.state WHEN 'LEFT' THEN 0"
                                    + " ELSE i.observed_revision END,"
                                    + " state_sha256 = CASE i.state WHEN 'LEFT' THEN NULL ELSE i.state_sha256 END"
                                    + " WHERE i.cluster_id = excluded.cluster_id RETURNING " + INSTANCE,
                            PostgresClusterMembership::instance,
                            instance.value(),
                            host.value(),
                            cluster.value())
                    .orElseThrow(() ->
                            new RegistryException.Conflict("Node " + instance + " was in another cluster before."));
        });
    }

    @Override
    public ContainerInstance heartbeat(InstanceId instance, Heartbeat heartbeat) throws RegistryException {
        return transactions.write(connection -> {
            Optional<ContainerInstance> heard = Sql.one(
                    connection,
                    "UPDATE container_instance i SET observed_revision = ?, state_sha256 = ?, health = ?,"
                            + " last_seen = clock_timestamp(),"
                            + " state = CASE WHEN i.state = 'JOINING' AND ? >= i.joined_revision THEN 'UP'"
                            + " ELSE i.state END"
                            + " WHERE i.instance_id = ? AND i.state <> 'LEFT' AND ? <="
                            + " (SELECT c.last_revision FROM cluster c WHERE c.cluster_id = i.cluster_id)"
                            + " RETURNING " + INSTANCE,
                    PostgresClusterMembership::instance,
                    heartbeat.observedRevision(),
                    heartbeat.state().bytes(),
                    heartbeat.health().name(),
                    heartbeat.observedRevision(),
                    instance.value(),
                    heartbeat.observedRevision());
            if (heard.isPresent()) {
                return heard.get();
            }
            throw refused(
                    connection,
                    instance,
                    "Node " + instance + " has observed revision " + heartbeat.observedRevision()
                            + ", which its cluster does not have.");
        });
    }

    @Override
    public ContainerInstance drain(InstanceId instance) throws RegistryException {
        return transactions.write(connection -> {
            Optional<ContainerInstance> drained = Sql.one(
                    connection,
                    "UPDATE container_instance SET state = 'DRAINING' WHERE instance_id = ? AND state <> 'LEFT'"
                            + " RETURNING " + INSTANCE,
                    PostgresClusterMembership::instance,
                    instance.value());
            if (drained.isPresent()) {
                return drained.get();
            }
            throw refused(connection, instance, "");
        });
    }

    @Override
    public ContainerInstance leave(InstanceId instance) throws RegistryException {
        return transactions.write(connection -> Sql.one(
                        connection,
                        "UPDATE container_instance SET state = 'LEFT' WHERE instance_id = ? RETURNING " + INSTANCE,
                        PostgresClusterMembership::instance,
                        instance.value())
                .orElseThrow(() -> new RegistryException.NotFound("There is no node " + instance + ".")));
    }

    @Override
    public Optional<ContainerInstance> findInstance(InstanceId instance) throws RegistryException {
        return transactions.read(connection -> find(connection, instance));
    }

    @Override
    public Listing<ContainerInstance> listInstances(ClusterId cluster, Slice slice) throws RegistryException {
        return transactions.read(connection -> Sql.listing(
                connection,
                "SELECT " + INSTANCE,
                " FROM container_instance WHERE cluster_id = ?",
                " ORDER BY instance_id",
                PostgresClusterMembership::instance,
                slice,
                cluster.value()));
    }

    /** The reason why a change did not find its row. */
    private static RegistryException refused(Connection connection, InstanceId instance, String otherwise)
            throws SQLException, RegistryException {
        InstanceState state = find(connection, instance)
                .orElseThrow(() -> new RegistryException.NotFound("There is no node " + instance + "."))
                .state();
        return new RegistryException.RuleBroken(
                state == InstanceState.LEFT ? "Node " + instance + " has left its cluster." : otherwise, null);
    }

    private static Optional<ContainerInstance> find(Connection connection, InstanceId instance) throws SQLException {
        return Sql.one(
                connection,
                "SELECT " + INSTANCE + " FROM container_instance WHERE instance_id = ?",
                PostgresClusterMembership::instance,
                instance.value());
    }

    private static ContainerInstance instance(ResultSet row) throws SQLException {
        return new ContainerInstance(
                new InstanceId(Rows.uuid(row, "instance_id")),
                new ClusterId(Rows.uuid(row, "cluster_id")),
                new HostName(row.getString("host")),
                InstanceState.valueOf(row.getString("state")),
                Health.valueOf(row.getString("health")),
                row.getLong("joined_revision"),
                row.getLong("observed_revision"),
                Rows.sha256IfAny(row, "state_sha256"),
                Rows.instant(row, "last_seen"),
                // The server's clock may have been set back.
                Duration.of(Math.max(0, row.getLong("silent")), ChronoUnit.MICROS));
    }
}
