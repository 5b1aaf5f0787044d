package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantIssuer;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.UserSubject;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenAlgorithm;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/**
 * Issuers in the table {@code tenant_issuer}, their subjects in {@code user_subject}. Row-level security keeps tenants
 * apart.
 */
final class PostgresTenantIssuers implements TenantIssuers {
    static final String SELECT =
            "SELECT tenant_id, name, issuer, audience, algorithms, jwk_set, version, set_at FROM tenant_issuer";

    private static final String THIS_ISSUER = " WHERE tenant_id = ? AND name = ?";
    private static final String OF_OWNER = " WHERE tenant_id = ? AND user_id = ?";

    private final RegistryTransactions transactions;

    PostgresTenantIssuers(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Versioned<TenantIssuer> add(TenantIssuer issuer) throws RegistryException {
        requireNonNull(issuer, "issuer");
        return transactions.write(issuer.tenant(), connection -> {
            List<Integer> same = Sql.all(
                    connection,
                    "SELECT 1 FROM tenant_issuer WHERE tenant_id = ? AND (name = ? OR issuer = ?)",
                    row -> row.getInt(1),
                    issuer.tenant().value(),
                    issuer.name().value(),
                    issuer.issuer());
            if (!same.isEmpty()) {
                throw new RegistryException.Conflict(
                        "Tenant " + issuer.tenant() + " has an issuer of this name, or with this claim iss, already.");
            }
            insert(connection, issuer);
            return new Versioned<>(issuer, 1);
        });
    }

    private static void insert(Connection connection, TenantIssuer issuer) throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO tenant_issuer (tenant_id, name, issuer, audience, algorithms, jwk_set, place, set_at)"
                            + " VALUES (?, ?, ?, ?, ?::text[], ?, ?, ?)",
                    issuer.tenant().value(),
                    issuer.name().value(),
                    issuer.issuer(),
                    issuer.audience(),
                    algorithms(issuer),
                    issuer.jwkSet(),
                    Places.free(connection, "tenant_issuer", issuer.tenant(), MOST, "issuers"),
                    TenantKeyRows.time(issuer.setAt()));
        } catch (SQLException e) {
            if (SqlErrors.UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.Stale(
                        "Another issuer of tenant " + issuer.tenant() + " was added at the same time.");
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound("There is no tenant " + issuer.tenant() + ".");
            }
            throw e;
        }
    }

    /** The literal of an array; no name of an algorithm needs quotes. */
    private static String algorithms(TenantIssuer issuer) {
        return "{"
                + String.join(
                        ",",
                        EnumSet.copyOf(issuer.algorithms()).stream()
                                .map(TokenAlgorithm::name)
                                .toList())
                + "}";
    }

    @Override
    public Versioned<TenantIssuer> replace(TenantIssuer issuer, long expectedVersion) throws RegistryException {
        requireNonNull(issuer, "issuer");
        return transactions.write(issuer.tenant(), connection -> {
            int replaced = Sql.execute(
                    connection,
                    "UPDATE tenant_issuer SET audience = ?, algorithms = ?::text[], jwk_set = ?, set_at = ?,"
                            + " version = version + 1" + THIS_ISSUER + " AND issuer = ? AND version = ?",
                    issuer.audience(),
                    algorithms(issuer),
                    issuer.jwkSet(),
                    TenantKeyRows.time(issuer.setAt()),
                    issuer.tenant().value(),
                    issuer.name().value(),
                    issuer.issuer(),
                    expectedVersion);
            if (replaced == 0) {
                throw unexpected(connection, issuer.tenant(), issuer.name(), expectedVersion);
            }
            return new Versioned<>(issuer, expectedVersion + 1);
        });
    }

    private static RegistryException unexpected(Connection connection, TenantId tenant, KeyName name, long expected)
            throws SQLException {
        return Sql.one(
                        connection,
                        "SELECT version FROM tenant_issuer" + THIS_ISSUER,
                        row -> row.getLong("version"),
                        tenant.value(),
                        name.value())
                .filter(now -> now != expected)
                .<RegistryException>map(now -> new RegistryException.Stale(
                        "The issuer '" + name + "' is at version " + now + " by now, not at " + expected + "."))
                .orElseGet(() -> new RegistryException.NotFound("Tenant " + tenant + " has no issuer '" + name + "'."));
    }

    @Override
    public List<Versioned<TenantIssuer>> issuers(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        SELECT + " WHERE tenant_id = ? ORDER BY name",
                        row -> new Versioned<>(issuer(row), row.getLong("version")),
                        tenant.value()));
    }

    @Override
    public void remove(TenantId tenant, KeyName name, long expectedVersion) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(name, "name");
        transactions.write(tenant, connection -> {
            int removed = Sql.execute(
                    connection,
                    "DELETE FROM tenant_issuer" + THIS_ISSUER + " AND version = ?",
                    tenant.value(),
                    name.value(),
                    expectedVersion);
            if (removed == 0) {
                throw unexpected(connection, tenant, name, expectedVersion);
            }
            return removed;
        });
    }

    @Override
    public void add(UserSubject subject) throws RegistryException {
        requireNonNull(subject, "subject");
        transactions.write(subject.tenant(), connection -> {
            insert(connection, subject);
            return subject;
        });
    }

    private static void insert(Connection connection, UserSubject subject) throws SQLException, RegistryException {
        UUID tenant = subject.tenant().value();
        UUID owner = subject.owner().value();
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO user_subject (tenant_id, issuer, subject, user_id, place, added_by, added_at)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                    tenant,
                    subject.subject().issuer(),
                    subject.subject().subject(),
                    owner,
                    Places.free(
                            connection,
                            "user_subject" + OF_OWNER,
                            MOST_SUBJECTS,
                            "User " + owner,
                            "user",
                            "subjects of tokens",
                            tenant,
                            owner),
                    subject.addedBy().value(),
                    TenantKeyRows.time(subject.addedAt()));
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "user_subject_place_taken")) {
                throw new RegistryException.Stale("Another subject of user " + owner + " was added at the same time.");
            }
            if (SqlErrors.UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.Conflict("This subject is a user's already.");
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound(
                        "Tenant " + subject.tenant() + " has no such issuer, or no user " + owner + ".");
            }
            throw e;
        }
    }

    @Override
    public List<UserSubject> subjects(TenantId tenant, UserId owner) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        "SELECT tenant_id, user_id, issuer, subject, added_by, added_at FROM user_subject" + OF_OWNER
                                + " ORDER BY issuer, subject",
                        PostgresTenantIssuers::subject,
                        tenant.value(),
                        owner.value()));
    }

    @Override
    public void remove(TenantId tenant, UserId owner, TokenSubject subject) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        requireNonNull(subject, "subject");
        transactions.write(tenant, connection -> {
            int removed = Sql.execute(
                    connection,
                    "DELETE FROM user_subject" + OF_OWNER + " AND issuer = ? AND subject = ?",
                    tenant.value(),
                    owner.value(),
                    subject.issuer(),
                    subject.subject());
            if (removed == 0) {
                throw new RegistryException.NotFound("User " + owner + " has no such subject.");
            }
            return removed;
        });
    }

    @Override
    public int removeAll(TenantId tenant, UserId owner) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        return transactions.write(
                tenant,
                connection ->
                        Sql.execute(connection, "DELETE FROM user_subject" + OF_OWNER, tenant.value(), owner.value()));
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection -> Sql.execute(connection, "DELETE FROM tenant_issuer WHERE tenant_id = ?", tenant.value()));
    }

    static TenantIssuer issuer(ResultSet row) throws SQLException {
        Set<TokenAlgorithm> algorithms = EnumSet.noneOf(TokenAlgorithm.class);
        for (Object algorithm : (Object[]) row.getArray("algorithms").getArray()) {
            algorithms.add(TokenAlgorithm.of((String) algorithm));
        }
        return new TenantIssuer(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new KeyName(row.getString("name")),
                row.getString("issuer"),
                row.getString("audience"),
                algorithms,
                row.getString("jwk_set"),
                TenantKeyRows.moment(row, "set_at").orElseThrow());
    }

    private static UserSubject subject(ResultSet row) throws SQLException {
        return new UserSubject(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new UserId(row.getObject("user_id", UUID.class)),
                new TokenSubject(row.getString("issuer"), row.getString("subject")),
                new UserId(row.getObject("added_by", UUID.class)),
                TenantKeyRows.moment(row, "added_at").orElseThrow());
    }
}
