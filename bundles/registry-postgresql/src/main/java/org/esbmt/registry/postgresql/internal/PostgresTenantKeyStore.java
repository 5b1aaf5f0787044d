package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.SecretUse;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;

/**
 * Keys in the table {@code tenant_key}, secrets in {@code tenant_secret}. Row-level security separates tenants; the
 * statements name the tenant only for the index.
 */
final class PostgresTenantKeyStore implements TenantKeyStore {
    private static final String THIS_KEY = " WHERE tenant_id = ? AND key_id = ?";
    private static final String OPEN_KEY = THIS_KEY + " AND state <> 'REVOKED'";
    private static final String THIS_SECRET = " WHERE tenant_id = ? AND name = ?";
    private static final String EXPIRING = "SELECT set_config('esbmt.keys_expiring_before', ?, true)";
    private static final String SEALED_AS = " AND sealed_generation = ? AND sealed = ?";

    private final RegistryTransactions transactions;

    PostgresTenantKeyStore(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void add(TenantKey key) throws RegistryException {
        requireNonNull(key, "key");
        transactions.write(key.tenant(), connection -> {
            Sql.execute(
                    connection,
                    "DELETE FROM tenant_key WHERE tenant_id = ? AND revoked_at < ?",
                    key.tenant().value(),
                    TenantKeyRows.time(key.createdAt().minus(KEPT)));
            insert(connection, key);
            return key;
        });
    }

    private static void insert(Connection connection, TenantKey key) throws SQLException, RegistryException {
        SealedValue sealed = key.sealed().orElseThrow(() -> new IllegalArgumentException("a new key is not revoked"));
        if (isTaken(connection, key)) {
            throw new RegistryException.Conflict("Tenant " + key.tenant() + " has a key '" + key.name() + "'.");
        }
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO tenant_key (key_id, tenant_id, name, purpose, state, chain, sealed_generation, sealed,"
                            + " not_before, not_after, former_until, place, created_at)"
                            + " VALUES (?, ?, ?, ?::key_purpose, ?::key_state, ?, ?, ?, ?, ?, ?, ?, ?)",
                    key.id().value(),
                    key.tenant().value(),
                    key.name().value(),
                    key.purpose().name(),
                    key.state().name(),
                    key.chain().bytes(),
                    sealed.generation(),
                    sealed.bytes().bytes(),
                    TenantKeyRows.time(key.notBefore()),
                    TenantKeyRows.time(key.notAfter()),
                    key.formerUntil().map(TenantKeyRows::time).orElse(null),
                    Places.free(connection, "tenant_key", key.tenant(), MOST_KEYS, "keys"),
                    TenantKeyRows.time(key.createdAt()));
        } catch (SQLException e) {
            throw refused(e, key.tenant(), "key", "tenant_key_taken", "tenant_key_place_taken");
        }
    }

    private static boolean isTaken(Connection connection, TenantKey key) throws SQLException {
        return Sql.one(
                        connection,
                        "SELECT 1 FROM tenant_key" + THIS_SECRET + " AND state <> 'REVOKED'",
                        row -> row.getInt(1),
                        key.tenant().value(),
                        key.name().value())
                .isPresent();
    }

    private static RegistryException refused(
            SQLException e, TenantId tenant, String thing, String nameTaken, String placeTaken) throws SQLException {
        if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, nameTaken)
                || SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, placeTaken)) {
            return new RegistryException.Stale(
                    "Another " + thing + " of tenant " + tenant + " was added at the same time.");
        }
        if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
            return new RegistryException.NotFound("There is no tenant " + tenant + ".");
        }
        throw e;
    }

    @Override
    public Optional<TenantKey> find(TenantId tenant, TenantKeyId id) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        return transactions.read(
                tenant,
                connection -> Sql.one(
                        connection,
                        TenantKeyRows.SELECT_KEY + THIS_KEY,
                        TenantKeyRows::key,
                        tenant.value(),
                        id.value()));
    }

    @Override
    public List<TenantKey> keys(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        TenantKeyRows.SELECT_KEY
                                + " WHERE tenant_id = ? ORDER BY state = 'REVOKED', name, created_at DESC, key_id",
                        TenantKeyRows::key,
                        tenant.value()));
    }

    @Override
    public void certify(TenantId tenant, TenantKeyId id, OpaqueBytes chain, Instant notBefore, Instant notAfter)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        change(
                tenant,
                id,
                "UPDATE tenant_key SET chain = ?, not_before = ?, not_after = ?" + OPEN_KEY,
                chain.bytes(),
                TenantKeyRows.time(notBefore),
                TenantKeyRows.time(notAfter),
                tenant.value(),
                id.value());
    }

    @Override
    public void makeFormer(TenantId tenant, TenantKeyId id, Instant until) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        change(
                tenant,
                id,
                "UPDATE tenant_key SET state = 'FORMER', former_until = ?" + OPEN_KEY,
                TenantKeyRows.time(until),
                tenant.value(),
                id.value());
    }

    @Override
    public void revoke(TenantId tenant, TenantKeyId id, Instant at) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        change(
                tenant,
                id,
                "UPDATE tenant_key SET state = 'REVOKED', revoked_at = ?, sealed = NULL, sealed_generation = NULL,"
                        + " place = NULL, former_until = NULL" + OPEN_KEY,
                TenantKeyRows.time(at),
                tenant.value(),
                id.value());
    }

    private void change(TenantId tenant, TenantKeyId id, String sql, Object... parameters) throws RegistryException {
        transactions.write(tenant, connection -> {
            int changed = Sql.execute(connection, sql, parameters);
            if (changed == 0) {
                throw new RegistryException.NotFound(
                        "Tenant " + tenant + " has no key " + id + " that is not revoked.");
            }
            return changed;
        });
    }

    @Override
    public Versioned<TenantSecret> putSecret(TenantSecret secret, long expectedVersion) throws RegistryException {
        requireNonNull(secret, "secret");
        return transactions.write(secret.tenant(), connection -> {
            if (expectedVersion == 0) {
                insert(connection, secret);
            } else {
                update(connection, secret, expectedVersion);
            }
            return new Versioned<>(secret, expectedVersion + 1);
        });
    }

    private static void insert(Connection connection, TenantSecret secret) throws SQLException, RegistryException {
        Optional<Long> now = version(connection, secret.tenant(), secret.name());
        if (now.isPresent()) {
            throw stale(secret.name(), now.get(), 0);
        }
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO tenant_secret (tenant_id, name, kind, user_name, host, port, sealed_generation, sealed,"
                            + " place, set_at) VALUES (?, ?, ?::secret_kind, ?, ?, ?, ?, ?, ?, ?)",
                    secret.tenant().value(),
                    secret.name().value(),
                    kind(secret),
                    userName(secret),
                    host(secret),
                    port(secret),
                    secret.sealed().generation(),
                    secret.sealed().bytes().bytes(),
                    Places.free(connection, "tenant_secret", secret.tenant(), MOST_SECRETS, "secrets"),
                    TenantKeyRows.time(secret.setAt()));
        } catch (SQLException e) {
            throw refused(e, secret.tenant(), "secret", "tenant_secret_taken", "tenant_secret_place_taken");
        }
    }

    private static void update(Connection connection, TenantSecret secret, long expectedVersion)
            throws SQLException, RegistryException {
        int changed = Sql.execute(
                connection,
                "UPDATE tenant_secret SET kind = ?::secret_kind, user_name = ?, host = ?, port = ?,"
                        + " sealed_generation = ?, sealed = ?, set_at = ?, version = version + 1" + THIS_SECRET
                        + " AND version = ?",
                kind(secret),
                userName(secret),
                host(secret),
                port(secret),
                secret.sealed().generation(),
                secret.sealed().bytes().bytes(),
                TenantKeyRows.time(secret.setAt()),
                secret.tenant().value(),
                secret.name().value(),
                expectedVersion);
        if (changed == 0) {
            throw stale(
                    secret.name(),
                    version(connection, secret.tenant(), secret.name()).orElse(0L),
                    expectedVersion);
        }
    }

    private static String kind(TenantSecret secret) {
        return secret.use().map(use -> use.kind().name()).orElse(null);
    }

    private static String userName(TenantSecret secret) {
        return secret.use().flatMap(SecretUse::userName).orElse(null);
    }

    private static String host(TenantSecret secret) {
        return secret.use().map(use -> use.destination().host()).orElse(null);
    }

    private static Integer port(TenantSecret secret) {
        return secret.use().map(use -> use.destination().port()).orElse(null);
    }

    private static Optional<Long> version(Connection connection, TenantId tenant, KeyName name) throws SQLException {
        return Sql.one(
                connection,
                "SELECT version FROM tenant_secret" + THIS_SECRET,
                row -> row.getLong("version"),
                tenant.value(),
                name.value());
    }

    private static RegistryException.Stale stale(KeyName name, long now, long expected) {
        return new RegistryException.Stale(
                "The secret '" + name + "' is at version " + now + " by now, not at " + expected + ".");
    }

    @Override
    public List<Versioned<TenantSecret>> secrets(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        TenantKeyRows.SELECT_SECRET + " WHERE tenant_id = ? ORDER BY name",
                        row -> new Versioned<>(TenantKeyRows.secret(row), row.getLong("version")),
                        tenant.value()));
    }

    @Override
    public void removeSecret(TenantId tenant, KeyName name, long expectedVersion) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        transactions.write(tenant, connection -> {
            int removed = Sql.execute(
                    connection,
                    "DELETE FROM tenant_secret" + THIS_SECRET + " AND version = ?",
                    tenant.value(),
                    name.value(),
                    expectedVersion);
            if (removed == 0) {
                long now = version(connection, tenant, name)
                        .orElseThrow(() ->
                                new RegistryException.NotFound("Tenant " + tenant + " has no secret '" + name + "'."));
                throw stale(name, now, expectedVersion);
            }
            return removed;
        });
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection -> Sql.execute(connection, "DELETE FROM tenant_key WHERE tenant_id = ?", tenant.value())
                        + Sql.execute(connection, "DELETE FROM tenant_secret WHERE tenant_id = ?", tenant.value()));
    }

    @Override
    public Contents contents(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> new Contents(
                        Sql.all(
                                connection,
                                TenantKeyRows.SELECT_KEY
                                        + " WHERE tenant_id = ? AND state <> 'REVOKED' ORDER BY name, key_id",
                                TenantKeyRows::key,
                                tenant.value()),
                        Sql.all(
                                connection,
                                TenantKeyRows.SELECT_SECRET + " WHERE tenant_id = ? ORDER BY name",
                                TenantKeyRows::secret,
                                tenant.value()),
                        Sql.all(
                                connection,
                                PostgresTenantPartners.SELECT
                                        + " WHERE tenant_id = ? AND revoked_at IS NULL ORDER BY name",
                                PostgresTenantPartners::partner,
                                tenant.value()),
                        Sql.all(
                                connection,
                                PostgresTenantIssuers.SELECT + " WHERE tenant_id = ? ORDER BY name",
                                PostgresTenantIssuers::issuer,
                                tenant.value()),
                        Sql.all(
                                connection,
                                PostgresTenantAuthorities.SELECT + " WHERE tenant_id = ? ORDER BY name",
                                PostgresTenantAuthorities::authority,
                                tenant.value())));
    }

    /** The setting lets the database see rows of all tenants. It is cleared, since a unit of work may go on. */
    @Override
    public Map<TenantId, Long> expiring(Instant now, Instant before) throws RegistryException {
        return transactions.readTogether(connection -> {
            Sql.execute(connection, EXPIRING, before.toString());
            Map<TenantId, Long> found = new HashMap<>();
            Sql.all(
                            connection,
                            "SELECT tenant_id, count(*) FROM (SELECT tenant_id FROM tenant_key WHERE state <> 'REVOKED'"
                                    + " AND not_after < ? AND coalesce(former_until > ?, true) UNION ALL"
                                    + " SELECT tenant_id FROM tenant_partner WHERE revoked_at IS NULL AND not_after < ?"
                                    + " UNION ALL SELECT tenant_id FROM tenant_authority WHERE not_after < ?)"
                                    + " AS ending GROUP BY tenant_id",
                            row -> Map.entry(new TenantId(row.getObject(1, UUID.class)), row.getLong(2)),
                            TenantKeyRows.time(before),
                            TenantKeyRows.time(now),
                            TenantKeyRows.time(before),
                            TenantKeyRows.time(before))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
            Sql.execute(connection, EXPIRING, "");
            return found;
        });
    }

    @Override
    public boolean reseal(TenantId tenant, TenantKeyId id, SealedValue expected, SealedValue next)
            throws RegistryException {
        return reseal(tenant, "tenant_key", THIS_KEY, id.value(), expected, next);
    }

    @Override
    public boolean reseal(TenantId tenant, KeyName secret, SealedValue expected, SealedValue next)
            throws RegistryException {
        return reseal(tenant, "tenant_secret", THIS_SECRET, secret.value(), expected, next);
    }

    private boolean reseal(
            TenantId tenant, String table, String where, Object which, SealedValue expected, SealedValue next)
            throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection -> Sql.execute(
                                connection,
                                "UPDATE " + table + " SET sealed_generation = ?, sealed = ?" + where + SEALED_AS,
                                next.generation(),
                                next.bytes().bytes(),
                                tenant.value(),
                                which,
                                expected.generation(),
                                expected.bytes().bytes())
                        == 1);
    }
}
