package org.esbmt.registry.postgresql.internal.configuration;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/** The table {@code quota}, and the locks for changes of a quota and its dependent rows. */
final class QuotaRows {
    private static final String QUOTA =
            "quota_id, tenant_id, resource, cluster_id, component, hard_limit, soft_limit," + " burst, used, revision";
    /** A null matches only the quotas without a cluster or without a component. */
    private static final String COVERING = " FROM quota WHERE tenant_id = ? AND resource = ?"
            + " AND (cluster_id IS NULL OR cluster_id = ?::uuid) AND (component IS NULL OR component = ?::text)";

    private QuotaRows() {}

    /** A quota and its key in other tables. */
    record Row(UUID id, Versioned<Quota> quota) {
        QuotaKey key() {
            return quota.value().key();
        }

        long hard() {
            return quota.value().limit().hard();
        }

        long used() {
            return quota.value().used();
        }
    }

    /** Like the other method, for one resource. */
    static void lock(Connection connection, TenantId tenant, Resource resource) throws SQLException {
        lock(connection, tenant, List.of(resource));
    }

    /**
     * Locks quotas, contingents and uses of these resources of this tenant until the transaction ends. The locks are
     * taken in the order of the names, so that two callers never deadlock.
     */
    static void lock(Connection connection, TenantId tenant, Collection<Resource> resources) throws SQLException {
        String[] names =
                resources.stream().map(Resource::name).distinct().sorted().toArray(String[]::new);
        Sql.execute(
                connection,
                "INSERT INTO quota_account (tenant_id, resource)"
                        + " SELECT ?, code FROM unnest(?::text[]) WITH ORDINALITY AS wanted (code, place) ORDER BY place"
                        + " ON CONFLICT (tenant_id, resource) DO UPDATE SET changes = quota_account.changes + 1",
                tenant.value(),
                names);
    }

    static Optional<Row> find(Connection connection, QuotaKey key) throws SQLException {
        return Sql.one(
                connection,
                "SELECT " + QUOTA + " FROM quota WHERE tenant_id = ? AND resource = ?"
                        + " AND cluster_id IS NOT DISTINCT FROM ?::uuid AND component IS NOT DISTINCT FROM ?::text",
                QuotaRows::quota,
                key.tenant().value(),
                key.resource().name(),
                cluster(key.cluster()),
                component(key.component()));
    }

    static Row get(Connection connection, QuotaKey key) throws SQLException, RegistryException {
        return find(connection, key)
                .orElseThrow(() -> new RegistryException.NotFound(
                        "Tenant " + key.tenant() + " has no such quota of " + key.resource() + "."));
    }

    static List<Row> of(Connection connection, TenantId tenant) throws SQLException {
        return Sql.all(
                connection,
                "SELECT " + QUOTA + " FROM quota WHERE tenant_id = ?"
                        + " ORDER BY resource, cluster_id NULLS FIRST, component NULLS FIRST",
                QuotaRows::quota,
                tenant.value());
    }

    static List<Row> covering(Connection connection, TenantId tenant, Use use) throws SQLException {
        return Sql.all(
                connection,
                "SELECT " + QUOTA + COVERING + " ORDER BY quota_id",
                QuotaRows::quota,
                tenant.value(),
                use.resource().name(),
                cluster(use.cluster()),
                component(use.component()));
    }

    /** @param amount less than 0 for a release */
    static void count(Connection connection, TenantId tenant, Use use, long amount) throws SQLException {
        Sql.execute(
                connection,
                "UPDATE quota SET used = used + ? WHERE quota_id IN (SELECT quota_id" + COVERING + ")",
                amount,
                tenant.value(),
                use.resource().name(),
                cluster(use.cluster()),
                component(use.component()));
    }

    static UUID cluster(Optional<ClusterId> cluster) {
        return cluster.map(ClusterId::value).orElse(null);
    }

    static String component(Optional<ComponentName> component) {
        return component.map(ComponentName::value).orElse(null);
    }

    static Long number(OptionalLong number) {
        return number.isPresent() ? number.getAsLong() : null;
    }

    /** Reads the key from a row of any table with these columns. */
    static QuotaKey key(ResultSet row) throws SQLException {
        return new QuotaKey(
                new TenantId(Rows.uuid(row, "tenant_id")),
                Resource.valueOf(row.getString("resource")),
                Rows.uuidIfAny(row, "cluster_id").map(ClusterId::new),
                Optional.ofNullable(row.getString("component")).map(ComponentName::new));
    }

    static Row quota(ResultSet row) throws SQLException {
        Limit limit = new Limit(row.getLong("hard_limit"), number(row, "soft_limit"), number(row, "burst"));
        Quota quota = new Quota(key(row), limit, row.getLong("used"));
        return new Row(Rows.uuid(row, "quota_id"), new Versioned<>(quota, row.getLong("revision")));
    }

    private static OptionalLong number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
