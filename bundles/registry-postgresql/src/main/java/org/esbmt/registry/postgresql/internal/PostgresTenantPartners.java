package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.tenancy.api.TenantId;

/** Partners in the table {@code tenant_partner}. Row-level security keeps tenants apart. */
final class PostgresTenantPartners implements TenantPartners {
    static final String SELECT = "SELECT tenant_id, name, certificate, not_before, not_after, registered_at, revoked_at"
            + " FROM tenant_partner";

    private final RegistryTransactions transactions;

    PostgresTenantPartners(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void register(TenantPartner partner) throws RegistryException {
        requireNonNull(partner, "partner");
        transactions.write(partner.tenant(), connection -> {
            Sql.execute(
                    connection,
                    "DELETE FROM tenant_partner WHERE tenant_id = ? AND revoked_at IS NOT NULL AND not_after < ?",
                    partner.tenant().value(),
                    TenantKeyRows.time(partner.registeredAt().minus(KEPT)));
            checkFree(connection, partner);
            insert(connection, partner);
            return partner;
        });
    }

    private static void checkFree(Connection connection, TenantPartner partner) throws SQLException, RegistryException {
        List<Integer> same = Sql.all(
                connection,
                "SELECT 1 FROM tenant_partner WHERE tenant_id = ? AND (digest = ? OR revoked_at IS NULL AND name = ?)",
                row -> row.getInt(1),
                partner.tenant().value(),
                partner.digest().sha256(),
                partner.name().value());
        if (!same.isEmpty()) {
            throw new RegistryException.Conflict("Tenant " + partner.tenant()
                    + " has a partner of this name, or has or had one with this certificate.");
        }
    }

    private static void insert(Connection connection, TenantPartner partner) throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO tenant_partner (tenant_id, digest, name, certificate, not_before, not_after, place,"
                            + " registered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    partner.tenant().value(),
                    partner.digest().sha256(),
                    partner.name().value(),
                    partner.certificate().der(),
                    TenantKeyRows.time(partner.notBefore()),
                    TenantKeyRows.time(partner.notAfter()),
                    Places.free(connection, "tenant_partner", partner.tenant(), MOST, "partners"),
                    TenantKeyRows.time(partner.registeredAt()));
        } catch (SQLException e) {
            if (SqlErrors.UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.Stale(
                        "Another partner of tenant " + partner.tenant() + " was registered at the same time.");
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound("There is no tenant " + partner.tenant() + ".");
            }
            throw e;
        }
    }

    @Override
    public List<TenantPartner> partners(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        SELECT
                                + " WHERE tenant_id = ? ORDER BY revoked_at IS NOT NULL, name, registered_at DESC, digest",
                        PostgresTenantPartners::partner,
                        tenant.value()));
    }

    @Override
    public void revoke(TenantId tenant, KeyName name, Instant at) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        transactions.write(tenant, connection -> {
            int revoked = Sql.execute(
                    connection,
                    "UPDATE tenant_partner SET revoked_at = ?, place = NULL"
                            + " WHERE tenant_id = ? AND name = ? AND revoked_at IS NULL",
                    TenantKeyRows.time(at),
                    tenant.value(),
                    name.value());
            if (revoked == 0) {
                throw new RegistryException.NotFound(
                        "Tenant " + tenant + " has no partner '" + name + "' that is not revoked.");
            }
            return revoked;
        });
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection ->
                        Sql.execute(connection, "DELETE FROM tenant_partner WHERE tenant_id = ?", tenant.value()));
    }

    static TenantPartner partner(ResultSet row) throws SQLException {
        return new TenantPartner(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new KeyName(row.getString("name")),
                EncodedCertificate.of(row.getBytes("certificate")),
                TenantKeyRows.moment(row, "not_before").orElseThrow(),
                TenantKeyRows.moment(row, "not_after").orElseThrow(),
                TenantKeyRows.moment(row, "registered_at").orElseThrow(),
                TenantKeyRows.moment(row, "revoked_at"));
    }
}
