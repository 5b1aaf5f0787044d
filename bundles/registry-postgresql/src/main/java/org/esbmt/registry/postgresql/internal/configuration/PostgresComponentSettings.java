package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.ComponentSettings;
import org.esbmt.registry.api.configuration.InstanceId;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Settings in the table {@code component_setting}. */
public final class PostgresComponentSettings implements ComponentSettings {
    private final RegistryTransactions transactions;

    public PostgresComponentSettings(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Versioned<Setting> set(Setting setting, long expectedRevision, UserId by) throws RegistryException {
        SettingScope scope = setting.scope();
        return transactions.write(connection -> {
            Rows.checkComponent(connection, scope.component());
            checkPlace(connection, scope);
            int changed = expectedRevision == 0
                    ? insert(connection, setting, by)
                    : update(connection, setting, expectedRevision, by);
            if (changed == 0) {
                throw Rows.stale(
                        "The setting",
                        revision(connection, scope, setting.key()).orElse(0L),
                        expectedRevision);
            }
            return new Versioned<>(setting, expectedRevision + 1);
        });
    }

    private static void checkPlace(Connection connection, SettingScope scope) throws SQLException, RegistryException {
        if (scope.cluster().isPresent()) {
            Rows.checkCluster(connection, scope.cluster().get());
        }
        if (scope.node().isPresent()
                && Sql.one(
                                connection,
                                "SELECT 1 FROM container_instance WHERE instance_id = ? AND cluster_id = ?",
                                row -> true,
                                scope.node().get().value(),
                                scope.cluster().orElseThrow().value())
                        .isEmpty()) {
            throw new RegistryException.NotFound(
                    "The cluster has no node " + scope.node().get() + ".");
        }
    }

    private static int insert(Connection connection, Setting setting, UserId by) throws SQLException {
        SettingScope scope = setting.scope();
        return Sql.execute(
                connection,
                "INSERT INTO component_setting (component, tenant_id, user_id, cluster_id, instance_id, key, value,"
                        + " changed_by) VALUES (?, ?::uuid, ?::uuid, ?::uuid, ?::uuid, ?, ?, ?) ON CONFLICT ON CONSTRAINT setting_set_once DO NOTHING",
                scope.component().value(),
                scope.tenant().map(TenantId::value).orElse(null),
                scope.user().map(UserId::value).orElse(null),
                scope.cluster().map(ClusterId::value).orElse(null),
                scope.node().map(InstanceId::value).orElse(null),
                setting.key(),
                setting.value(),
                by.value());
    }

    private static int update(Connection connection, Setting setting, long expectedRevision, UserId by)
            throws SQLException {
        Place place = Place.of(setting.scope(), setting.key());
        return Sql.execute(
                connection,
                "UPDATE component_setting SET value = ?, changed_by = ?, revision = revision + 1" + place.where()
                        + " AND revision = ?",
                place.parameters(List.of(setting.value(), by.value()), List.of(expectedRevision)));
    }

    @Override
    public void remove(SettingScope scope, String key, long expectedRevision) throws RegistryException {
        Place place = Place.of(scope, key);
        transactions.write(connection -> {
            int removed = Sql.execute(
                    connection,
                    "DELETE FROM component_setting" + place.where() + " AND revision = ?",
                    place.parameters(List.of(), List.of(expectedRevision)));
            if (removed == 0) {
                long now = revision(connection, scope, key)
                        .orElseThrow(() -> new RegistryException.NotFound(
                                "Component " + scope.component() + " has no such setting there."));
                throw Rows.stale("The setting", now, expectedRevision);
            }
            return removed;
        });
    }

    @Override
    public List<Versioned<Setting>> settings(SettingScope scope) throws RegistryException {
        Place place = Place.of(scope);
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT key, value, revision FROM component_setting" + place.where() + " ORDER BY key",
                row -> setting(scope, row),
                place.parameters(List.of(), List.of())));
    }

    @Override
    public List<Versioned<Setting>> settings(ClusterId cluster, ComponentName component) throws RegistryException {
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT instance_id, key, value, revision FROM component_setting WHERE cluster_id = ? AND component = ?"
                        + " AND tenant_id IS NULL ORDER BY instance_id NULLS FIRST, key",
                row -> setting(
                        SettingScope.of(
                                component,
                                cluster,
                                Optional.ofNullable(Rows.uuid(row, "instance_id"))
                                        .map(InstanceId::new)),
                        row),
                cluster.value(),
                component.value()));
    }

    private static Optional<Long> revision(Connection connection, SettingScope scope, String key) throws SQLException {
        Place place = Place.of(scope, key);
        return Sql.one(
                connection,
                "SELECT revision FROM component_setting" + place.where(),
                row -> row.getLong("revision"),
                place.parameters(List.of(), List.of()));
    }

    /**
     * The scope of settings as an SQL condition. It uses {@code IS NULL}, which the index supports; {@code IS NOT
     * DISTINCT FROM} is not supported.
     *
     * @param where never contains input from outside
     */
    private record Place(String where, List<Object> values) {
        static Place of(SettingScope scope) {
            List<Object> values = new ArrayList<>(List.of(scope.component().value()));
            scope.tenant().ifPresent(tenant -> values.add(tenant.value()));
            scope.user().ifPresent(user -> values.add(user.value()));
            scope.cluster().ifPresent(cluster -> values.add(cluster.value()));
            scope.node().ifPresent(node -> values.add(node.value()));
            return new Place(
                    " WHERE component = ? AND tenant_id " + (scope.tenant().isPresent() ? "= ?" : "IS NULL")
                            + " AND user_id " + (scope.user().isPresent() ? "= ?" : "IS NULL")
                            + " AND cluster_id " + (scope.cluster().isPresent() ? "= ?" : "IS NULL")
                            + " AND instance_id " + (scope.node().isPresent() ? "= ?" : "IS NULL"),
                    values);
        }

        static Place of(SettingScope scope, String key) {
            Place place = of(scope);
            place.values().add(key);
            return new Place(place.where() + " AND key = ?", place.values());
        }

        /** The parameters in the order of the statement: before the condition, of the condition, after it. */
        Object[] parameters(List<Object> before, List<Object> after) {
            List<Object> all = new ArrayList<>(before);
            all.addAll(values);
            all.addAll(after);
            return all.toArray();
        }
    }

    private static Versioned<Setting> setting(SettingScope scope, ResultSet row) throws SQLException {
        return new Versioned<>(
                new Setting(scope, row.getString("key"), row.getString("value")), row.getLong("revision"));
    }
}
