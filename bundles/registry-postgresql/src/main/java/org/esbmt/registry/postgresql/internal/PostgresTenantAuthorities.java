package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.tenancy.api.TenantId;

/**
 * Authorities in the table {@code tenant_authority}, their lists in {@code revocation_list}. Row-level security keeps
 * tenants apart.
 */
final class PostgresTenantAuthorities implements TenantAuthorities {
    static final String SELECT =
            "SELECT tenant_id, name, certificate, not_before, not_after, added_at FROM tenant_authority";
    private static final String SELECT_LIST =
            "SELECT tenant_id, authority, number, this_update, next_update, digest, entries, uploaded_at"
                    + " FROM revocation_list";
    private static final String THIS = " WHERE tenant_id = ? AND name = ?";
    private static final String OF_AUTHORITY = " WHERE tenant_id = ? AND authority = ?";
    private static final String OVERDUE = "SELECT set_config('esbmt.lists_overdue_at', ?, true)";

    private final RegistryTransactions transactions;

    PostgresTenantAuthorities(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void add(TenantAuthority authority) throws RegistryException {
        requireNonNull(authority, "authority");
        transactions.write(authority.tenant(), connection -> {
            checkFree(connection, authority);
            insert(connection, authority);
            return authority;
        });
    }

    private static void checkFree(Connection connection, TenantAuthority authority)
            throws SQLException, RegistryException {
        List<Integer> same = Sql.all(
                connection,
                "SELECT 1 FROM tenant_authority WHERE tenant_id = ? AND (digest = ? OR name = ?)",
                row -> row.getInt(1),
                authority.tenant().value(),
                authority.digest().sha256(),
                authority.name().value());
        if (!same.isEmpty()) {
            throw new RegistryException.Conflict(
                    "Tenant " + authority.tenant() + " has an authority of this name or with this certificate.");
        }
    }

    private static void insert(Connection connection, TenantAuthority authority)
            throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO tenant_authority (tenant_id, name, digest, certificate, not_before, not_after, place,"
                            + " added_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    authority.tenant().value(),
                    authority.name().value(),
                    authority.digest().sha256(),
                    authority.certificate().der(),
                    TenantKeyRows.time(authority.notBefore()),
                    TenantKeyRows.time(authority.notAfter()),
                    Places.free(connection, "tenant_authority", authority.tenant(), MOST, "authorities"),
                    TenantKeyRows.time(authority.addedAt()));
        } catch (SQLException e) {
            if (SqlErrors.UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.Stale(
                        "Another authority of tenant " + authority.tenant() + " was added at the same time.");
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound("There is no tenant " + authority.tenant() + ".");
            }
            throw e;
        }
    }

    @Override
    public List<TenantAuthority> authorities(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(tenant, connection -> all(connection, tenant));
    }

    @Override
    public List<TenantAuthority> held(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(tenant, connection -> {
            lock(connection, "pg_advisory_xact_lock_shared", tenant);
            return all(connection, tenant);
        });
    }

    /** Ends with the transaction, prepared or not. It excludes lists of authorities that are not there yet, too. */
    private static void lock(Connection connection, String function, TenantId tenant) throws SQLException {
        Sql.all(
                connection,
                "SELECT " + function + "(hashtextextended('esbmt lists ' || ?, 0))",
                row -> tenant,
                tenant.toString());
    }

    private static List<TenantAuthority> all(Connection connection, TenantId tenant) throws SQLException {
        return Sql.all(
                connection,
                SELECT + " WHERE tenant_id = ? ORDER BY name",
                PostgresTenantAuthorities::authority,
                tenant.value());
    }

    @Override
    public void remove(TenantId tenant, KeyName name) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        transactions.write(tenant, connection -> {
            int removed = Sql.execute(connection, "DELETE FROM tenant_authority" + THIS, tenant.value(), name.value());
            if (removed == 0) {
                throw notFound(tenant, name);
            }
            return removed;
        });
    }

    private static RegistryException.NotFound notFound(TenantId tenant, KeyName name) {
        return new RegistryException.NotFound("Tenant " + tenant + " has no authority '" + name + "'.");
    }

    @Override
    public void put(RevocationList list, RevokedSerials serials) throws RegistryException {
        requireNonNull(list, "list");
        requireNonNull(serials, "serials");
        transactions.write(list.tenant(), connection -> {
            lock(connection, "pg_advisory_xact_lock", list.tenant());
            requireAuthority(connection, list);
            checkNotOlder(connection, list);
            store(connection, list, serials);
            return list;
        });
    }

    private static void requireAuthority(Connection connection, RevocationList list)
            throws SQLException, RegistryException {
        boolean there = Sql.one(
                        connection,
                        "SELECT 1 FROM tenant_authority" + THIS + " FOR UPDATE",
                        row -> row.getInt(1),
                        list.tenant().value(),
                        list.authority().value())
                .isPresent();
        if (!there) {
            throw notFound(list.tenant(), list.authority());
        }
    }

    private static void checkNotOlder(Connection connection, RevocationList list)
            throws SQLException, RegistryException {
        Optional<RevocationList> former = Sql.one(
                connection,
                SELECT_LIST + OF_AUTHORITY,
                PostgresTenantAuthorities::list,
                list.tenant().value(),
                list.authority().value());
        if (former.isPresent()
                && (list.number().compareTo(former.get().number()) < 0
                        || list.thisUpdate().isBefore(former.get().thisUpdate()))) {
            throw new RegistryException.RuleBroken(
                    "The present list of authority '" + list.authority() + "' has the number "
                            + former.get().number() + " of " + former.get().thisUpdate()
                            + ", and an older one is refused.",
                    null);
        }
    }

    private static void store(Connection connection, RevocationList list, RevokedSerials serials) throws SQLException {
        Sql.execute(
                connection,
                "INSERT INTO revocation_list (tenant_id, authority, number, this_update, next_update, digest, entries,"
                        + " serials, uploaded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                        + " ON CONFLICT ON CONSTRAINT revocation_list_of_authority DO UPDATE SET"
                        + " number = excluded.number, this_update = excluded.this_update,"
                        + " next_update = excluded.next_update, digest = excluded.digest, entries = excluded.entries,"
                        + " serials = excluded.serials, uploaded_at = excluded.uploaded_at",
                list.tenant().value(),
                list.authority().value(),
                new BigDecimal(list.number()),
                TenantKeyRows.time(list.thisUpdate()),
                TenantKeyRows.time(list.nextUpdate()),
                list.digest().bytes(),
                list.entries(),
                serials.encoded(),
                TenantKeyRows.time(list.uploadedAt()));
    }

    @Override
    public List<RevocationList> lists(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        SELECT_LIST + " WHERE tenant_id = ? ORDER BY authority",
                        PostgresTenantAuthorities::list,
                        tenant.value()));
    }

    @Override
    public Optional<RevokedSerials> serials(TenantId tenant, KeyName authority) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(authority, "authority");
        return transactions.read(
                tenant,
                connection -> Sql.one(
                        connection,
                        "SELECT serials FROM revocation_list" + OF_AUTHORITY,
                        row -> RevokedSerials.decode(row.getBytes("serials")),
                        tenant.value(),
                        authority.value()));
    }

    /** The setting lets the database see rows of all tenants. It is cleared, since a unit of work may go on. */
    @Override
    public Map<TenantId, Long> overdue(Instant now) throws RegistryException {
        return transactions.readTogether(connection -> {
            Sql.execute(connection, OVERDUE, now.toString());
            Map<TenantId, Long> found = new HashMap<>();
            Sql.all(
                            connection,
                            "SELECT tenant_id, count(*) FROM revocation_list WHERE next_update < ? GROUP BY tenant_id",
                            row -> Map.entry(new TenantId(row.getObject(1, UUID.class)), row.getLong(2)),
                            TenantKeyRows.time(now))
                    .forEach(entry -> found.put(entry.getKey(), entry.getValue()));
            Sql.execute(connection, OVERDUE, "");
            return found;
        });
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection ->
                        Sql.execute(connection, "DELETE FROM tenant_authority WHERE tenant_id = ?", tenant.value()));
    }

    static TenantAuthority authority(ResultSet row) throws SQLException {
        return new TenantAuthority(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new KeyName(row.getString("name")),
                EncodedCertificate.of(row.getBytes("certificate")),
                TenantKeyRows.moment(row, "not_before").orElseThrow(),
                TenantKeyRows.moment(row, "not_after").orElseThrow(),
                TenantKeyRows.moment(row, "added_at").orElseThrow());
    }

    private static RevocationList list(ResultSet row) throws SQLException {
        return new RevocationList(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new KeyName(row.getString("authority")),
                row.getBigDecimal("number").toBigIntegerExact(),
                TenantKeyRows.moment(row, "this_update").orElseThrow(),
                TenantKeyRows.moment(row, "next_update").orElseThrow(),
                OpaqueBytes.of(row.getBytes("digest")),
                row.getInt("entries"),
                TenantKeyRows.moment(row, "uploaded_at").orElseThrow());
    }
}
