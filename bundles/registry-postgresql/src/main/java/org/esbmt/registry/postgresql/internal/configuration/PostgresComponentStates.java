package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentId;
import org.esbmt.registry.api.configuration.ComponentState;
import org.esbmt.registry.api.configuration.ComponentStates;
import org.esbmt.registry.api.configuration.DesiredComponent;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.ObservedComponent;
import org.esbmt.registry.api.configuration.Sha256;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.SqlErrors;
import org.esbmt.tenancy.api.UserId;

/**
 * Component states: the table {@code component_installation} has the desired ones, {@code component_observation} the
 * observed ones.
 */
public final class PostgresComponentStates implements ComponentStates {
    private static final String DESIRED = "cluster_id, component_id, desired, revision";

    private final RegistryTransactions transactions;

    public PostgresComponentStates(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Versioned<DesiredComponent> desire(
            ClusterId cluster, ComponentId component, long expectedRevision, ComponentState state, UserId by)
            throws RegistryException {
        return transactions.write(connection -> {
            Rows.checkCluster(connection, cluster);
            checkComponent(connection, component);
            Optional<Versioned<DesiredComponent>> changed =
                    write(connection, new DesiredComponent(cluster, component, state), expectedRevision, by);
            if (changed.isPresent()) {
                return changed.get();
            }
            Optional<Long> now = Sql.one(
                    connection,
                    "SELECT revision FROM component_installation WHERE cluster_id = ? AND component_id = ?",
                    row -> row.getLong("revision"),
                    cluster.value(),
                    component.value());
            // Of two concurrent inserts of one row, either index may refuse the second: the revision is stale, there is
            // no other version.
            if (expectedRevision == 0 && now.isEmpty()) {
                throw anotherVersion(cluster, component);
            }
            throw Rows.stale("Component " + component + " on cluster " + cluster, now.orElse(0L), expectedRevision);
        });
    }

    private static Optional<Versioned<DesiredComponent>> write(
            Connection connection, DesiredComponent wanted, long expectedRevision, UserId by)
            throws SQLException, RegistryException {
        String sql = expectedRevision == 0
                ? "INSERT INTO component_installation (desired, changed_by, cluster_id, component_id, name)"
                        + " SELECT ?, ?, ?, component_id, name FROM jbi_component WHERE component_id = ? AND ? = 0"
                        + " ON CONFLICT DO NOTHING RETURNING "
                : "UPDATE component_installation SET desired = ?, changed_by = ?, revision = revision + 1"
                        + " WHERE cluster_id = ? AND component_id = ? AND revision = ? RETURNING ";
        try {
            return Sql.one(
                    connection,
                    sql + DESIRED,
                    PostgresComponentStates::desired,
                    wanted.state().name(),
                    by.value(),
                    wanted.cluster().value(),
                    wanted.component().value(),
                    expectedRevision);
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "one_version_of_a_component")) {
                throw anotherVersion(wanted.cluster(), wanted.component());
            }
            throw e;
        }
    }

    private static RegistryException.Conflict anotherVersion(ClusterId cluster, ComponentId component) {
        return new RegistryException.Conflict(
                "Another version of component " + component + " is on cluster " + cluster + ".");
    }

    @Override
    public List<Versioned<DesiredComponent>> desired(ClusterId cluster) throws RegistryException {
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT " + DESIRED + " FROM component_installation WHERE cluster_id = ? ORDER BY component_id",
                PostgresComponentStates::desired,
                cluster.value()));
    }

    @Override
    public void observe(InstanceId instance, ComponentId component, ComponentState state, Optional<Sha256> settings)
            throws RegistryException {
        transactions.write(connection -> {
            Rows.checkInstance(connection, instance);
            checkComponent(connection, component);
            return Sql.execute(
                    connection,
                    "INSERT INTO component_observation (instance_id, component_id, observed, settings_sha256)"
                            + " VALUES (?, ?, ?, ?::bytea)"
                            + " ON CONFLICT (instance_id, component_id) DO UPDATE"
                            + " SET observed = excluded.observed, settings_sha256 = excluded.settings_sha256, observed_at = clock_timestamp()",
                    instance.value(),
                    component.value(),
                    state.name(),
                    settings.map(Sha256::bytes).orElse(null));
        });
    }

    @Override
    public List<ObservedComponent> observed(ClusterId cluster) throws RegistryException {
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT o.instance_id, o.component_id, o.observed, o.settings_sha256, o.observed_at FROM container_instance i"
                        + " JOIN component_observation o ON o.instance_id = i.instance_id"
                        + " WHERE i.cluster_id = ? AND i.state <> 'LEFT' ORDER BY o.instance_id, o.component_id",
                PostgresComponentStates::observed,
                cluster.value()));
    }

    private static void checkComponent(Connection connection, ComponentId component)
            throws SQLException, RegistryException {
        if (Sql.one(connection, "SELECT 1 FROM jbi_component WHERE component_id = ?", row -> true, component.value())
                .isEmpty()) {
            throw new RegistryException.NotFound("There is no component " + component + ".");
        }
    }

    private static Versioned<DesiredComponent> desired(ResultSet row) throws SQLException {
        DesiredComponent desired = new DesiredComponent(
                new ClusterId(Rows.uuid(row, "cluster_id")),
                new ComponentId(Rows.uuid(row, "component_id")),
                ComponentState.valueOf(row.getString("desired")));
        return new Versioned<>(desired, row.getLong("revision"));
    }

    private static ObservedComponent observed(ResultSet row) throws SQLException {
        return new ObservedComponent(
                new InstanceId(Rows.uuid(row, "instance_id")),
                new ComponentId(Rows.uuid(row, "component_id")),
                ComponentState.valueOf(row.getString("observed")),
                Rows.sha256IfAny(row, "settings_sha256"),
                Rows.instant(row, "observed_at"));
    }
}
