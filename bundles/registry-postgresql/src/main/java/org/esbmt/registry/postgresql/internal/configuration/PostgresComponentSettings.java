package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ComponentSettings;
import org.esbmt.registry.api.configuration.Setting;
import org.esbmt.registry.api.configuration.SettingScope;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.Transactions;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Settings in the table {@code component_setting}. */
public final class PostgresComponentSettings implements ComponentSettings {
    private static final String OF_SCOPE = " WHERE component = ? AND tenant_id IS NOT DISTINCT FROM ?::uuid"
            + " AND user_id IS NOT DISTINCT FROM ?::uuid";

    private final Transactions transactions;

    public PostgresComponentSettings(Transactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Versioned<Setting> set(Setting setting, long expectedRevision, UserId by) throws RegistryException {
        SettingScope scope = setting.scope();
        return transactions.write(connection -> {
            Rows.checkComponent(connection, scope.component());
            String sql = expectedRevision == 0
                    ? "INSERT INTO component_setting (value, changed_by, component, tenant_id, user_id, key)"
                            + " SELECT ?, ?, ?, ?::uuid, ?::uuid, ? WHERE ? = 0"
                            + " ON CONFLICT ON CONSTRAINT setting_set_once DO NOTHING"
                    : "UPDATE component_setting SET value = ?, changed_by = ?, revision = revision + 1" + OF_SCOPE
                            + " AND key = ? AND revision = ?";
            int changed = Sql.execute(
                    connection,
                    sql,
                    setting.value(),
                    by.value(),
                    scope.component().value(),
                    tenant(scope),
                    user(scope),
                    setting.key(),
                    expectedRevision);
            if (changed == 0) {
                throw Rows.stale(
                        "The setting",
                        revision(connection, scope, setting.key()).orElse(0L),
                        expectedRevision);
            }
            return new Versioned<>(setting, expectedRevision + 1);
        });
    }

    @Override
    public void remove(SettingScope scope, String key, long expectedRevision) throws RegistryException {
        transactions.write(connection -> {
            int removed = Sql.execute(
                    connection,
                    "DELETE FROM component_setting" + OF_SCOPE + " AND key = ? AND revision = ?",
                    scope.component().value(),
                    tenant(scope),
                    user(scope),
                    key,
                    expectedRevision);
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
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT key, value, revision FROM component_setting" + OF_SCOPE + " ORDER BY key",
                row -> setting(scope, row),
                scope.component().value(),
                tenant(scope),
                user(scope)));
    }

    private static Optional<Long> revision(Connection connection, SettingScope scope, String key) throws SQLException {
        return Sql.one(
                connection,
                "SELECT revision FROM component_setting" + OF_SCOPE + " AND key = ?",
                row -> row.getLong("revision"),
                scope.component().value(),
                tenant(scope),
                user(scope),
                key);
    }

    private static UUID tenant(SettingScope scope) {
        return scope.tenant().map(TenantId::value).orElse(null);
    }

    private static UUID user(SettingScope scope) {
        return scope.user().map(UserId::value).orElse(null);
    }

    private static Versioned<Setting> setting(SettingScope scope, ResultSet row) throws SQLException {
        return new Versioned<>(
                new Setting(scope, row.getString("key"), row.getString("value")), row.getLong("revision"));
    }
}
