package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Quotas;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Limit;

/** Quotas in the table {@code quota}. */
public final class PostgresQuotas implements Quotas {
    private final RegistryTransactions transactions;

    public PostgresQuotas(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Versioned<Quota> grant(QuotaKey key, Limit limit, UserId by) throws RegistryException {
        return transactions.write(connection -> {
            if (key.cluster().isPresent()) {
                Rows.checkCluster(connection, key.cluster().get());
            }
            if (key.component().isPresent()) {
                Rows.checkComponent(connection, key.component().get());
            }
            QuotaRows.lock(connection, key.tenant(), key.resource());
            if (QuotaRows.find(connection, key).isPresent()) {
                throw new RegistryException.Conflict(
                        "Tenant " + key.tenant() + " has this quota of " + key.resource() + " already.");
            }
            long used = used(connection, key);
            checkUse(limit, used);
            Sql.execute(
                    connection,
                    "INSERT INTO quota (tenant_id, resource, cluster_id, component, hard_limit, soft_limit, burst, used,"
                            + " granted_by) VALUES (?, ?, ?::uuid, ?::text, ?, ?::bigint, ?::bigint, ?, ?)",
                    key.tenant().value(),
                    key.resource().name(),
                    QuotaRows.cluster(key.cluster()),
                    QuotaRows.component(key.component()),
                    limit.hard(),
                    QuotaRows.number(limit.soft()),
                    QuotaRows.number(limit.burst()),
                    used,
                    by.value());
            return QuotaRows.get(connection, key).quota();
        });
    }

    @Override
    public Versioned<Quota> change(QuotaKey key, long expectedRevision, Limit limit, UserId by)
            throws RegistryException {
        return transactions.write(connection -> {
            QuotaRows.Row old = locked(connection, key, expectedRevision);
            checkUse(limit, old.used());
            Sql.execute(
                    connection,
                    "UPDATE quota SET hard_limit = ?, soft_limit = ?::bigint, burst = ?::bigint, granted_by = ?,"
                            + " revision = revision + 1 WHERE quota_id = ?",
                    limit.hard(),
                    QuotaRows.number(limit.soft()),
                    QuotaRows.number(limit.burst()),
                    by.value(),
                    old.id());
            return QuotaRows.get(connection, key).quota();
        });
    }

    @Override
    public void revoke(QuotaKey key, long expectedRevision) throws RegistryException {
        transactions.write(connection -> {
            QuotaRows.Row old = locked(connection, key, expectedRevision);
            boolean handedOut = Sql.one(
                            connection, "SELECT 1 FROM contingent WHERE quota_id = ? LIMIT 1", row -> true, old.id())
                    .isPresent();
            if (handedOut || old.used() > 0) {
                throw new RegistryException.RuleBroken(
                        "A quota of which something is used or handed out is not revoked.", null);
            }
            return Sql.execute(connection, "DELETE FROM quota WHERE quota_id = ?", old.id());
        });
    }

    @Override
    public Optional<Versioned<Quota>> findQuota(QuotaKey key) throws RegistryException {
        return transactions.read(connection -> QuotaRows.find(connection, key).map(QuotaRows.Row::quota));
    }

    @Override
    public List<Versioned<Quota>> quotas(TenantId tenant) throws RegistryException {
        return transactions.read(connection -> QuotaRows.of(connection, tenant)).stream()
                .map(QuotaRows.Row::quota)
                .sorted(comparing(q -> q.value().key().resource()))
                .toList();
    }

    private static QuotaRows.Row locked(Connection connection, QuotaKey key, long expectedRevision)
            throws SQLException, RegistryException {
        QuotaRows.lock(connection, key.tenant(), key.resource());
        QuotaRows.Row row = QuotaRows.get(connection, key);
        if (row.quota().revision() != expectedRevision) {
            throw Rows.stale("The quota", row.quota().revision(), expectedRevision);
        }
        return row;
    }

    /** The existing use of the tenant that a new quota covers. */
    private static long used(Connection connection, QuotaKey key) throws SQLException {
        return Sql.one(
                        connection,
                        "SELECT coalesce(sum(amount), 0)::bigint AS used FROM resource_use"
                                + " WHERE tenant_id = ? AND resource = ? AND (?::uuid IS NULL OR cluster_id = ?::uuid)"
                                + " AND (?::text IS NULL OR component = ?::text)",
                        row -> row.getLong("used"),
                        key.tenant().value(),
                        key.resource().name(),
                        QuotaRows.cluster(key.cluster()),
                        QuotaRows.cluster(key.cluster()),
                        QuotaRows.component(key.component()),
                        QuotaRows.component(key.component()))
                .orElseThrow();
    }

    private static void checkUse(Limit limit, long used) throws RegistryException {
        if (used > limit.hard()) {
            throw new RegistryException.RuleBroken(
                    "A quota of " + limit.hard() + " is below its present use, " + used + ".", null);
        }
    }
}
