package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserCertificateQuery;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserCertificateState;
import org.esbmt.tenancy.api.UserId;

/** The certificates of senders in the table {@code user_certificate}. Row-level security keeps tenants apart. */
final class PostgresUserCertificates implements UserCertificates {
    private static final String COLUMNS =
            "tenant_id, user_id, name, certificate, not_before, not_after, registered_by, registered_at, revoked_at";
    private static final String OF_OWNER = " WHERE tenant_id = ? AND user_id = ?";
    private static final String OF_DIGEST = " WHERE tenant_id = ? AND digest = ?";
    private static final String REVOKE = "UPDATE user_certificate SET revoked_at = ?, place = NULL";

    private final RegistryTransactions transactions;

    PostgresUserCertificates(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void register(UserCertificate added) throws RegistryException {
        requireNonNull(added, "added");
        transactions.write(added.tenant(), connection -> {
            tidyUp(connection, added);
            insert(connection, added);
            return added;
        });
    }

    /** Expired ones give their places back; those that expired long ago go. */
    private static void tidyUp(Connection connection, UserCertificate added) throws SQLException {
        UUID tenant = added.tenant().value();
        UUID owner = added.owner().value();
        Sql.execute(
                connection,
                "DELETE FROM user_certificate" + OF_OWNER + " AND not_after < ?",
                tenant,
                owner,
                time(added.registeredAt().minus(KEPT)));
        Sql.execute(
                connection,
                "UPDATE user_certificate SET place = NULL" + OF_OWNER + " AND place IS NOT NULL AND not_after < ?",
                tenant,
                owner,
                time(added.registeredAt()));
    }

    private static void insert(Connection connection, UserCertificate added) throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO user_certificate (tenant_id, digest, user_id, name, certificate, not_before, not_after,"
                            + " place, registered_by, registered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    added.tenant().value(),
                    added.digest().sha256(),
                    added.owner().value(),
                    added.name(),
                    added.certificate().der(),
                    time(added.notBefore()),
                    time(added.notAfter()),
                    freePlace(connection, added),
                    added.registeredBy().value(),
                    time(added.registeredAt()));
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "user_certificate_place_taken")) {
                throw new RegistryException.Stale(
                        "Another certificate of user " + added.owner() + " was registered at the same time.");
            }
            if (SqlErrors.UNIQUE_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.Conflict("This certificate is registered already, or was revoked.");
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound(
                        "Tenant " + added.tenant() + " has no user " + added.owner() + ".");
            }
            throw e;
        }
    }

    private static int freePlace(Connection connection, UserCertificate added) throws SQLException, RegistryException {
        Set<Integer> taken = new HashSet<>(Sql.all(
                connection,
                "SELECT place FROM user_certificate" + OF_OWNER + " AND place IS NOT NULL",
                row -> row.getInt("place"),
                added.tenant().value(),
                added.owner().value()));
        return IntStream.rangeClosed(1, MOST)
                .filter(place -> !taken.contains(place))
                .findFirst()
                .orElseThrow(() -> new RegistryException.RuleBroken(
                        "User " + added.owner() + " has " + MOST + " open certificates, and no user has more.", null));
    }

    @Override
    public Optional<UserCertificate> find(TenantId tenant, CertificateDigest digest) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(digest, "digest");
        return transactions.read(
                tenant,
                connection -> Sql.one(
                        connection,
                        "SELECT " + COLUMNS + " FROM user_certificate" + OF_DIGEST,
                        PostgresUserCertificates::certificate,
                        tenant.value(),
                        digest.sha256()));
    }

    @Override
    public Listing<Owned> list(TenantId tenant, UserCertificateQuery query) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(query, "query");
        StringBuilder from = new StringBuilder(
                " FROM user_certificate JOIN tenant_user u USING (tenant_id, user_id) WHERE tenant_id = ?");
        List<Object> parameters = new ArrayList<>();
        parameters.add(tenant.value());
        query.owner().ifPresent(owner -> {
            from.append(" AND user_id = ?");
            parameters.add(owner.value());
        });
        query.nameContains().ifPresent(part -> {
            from.append(" AND strpos(name, ?) > 0");
            parameters.add(part);
        });
        query.state().ifPresent(state -> {
            from.append(" AND ").append(condition(state));
            addMoments(parameters, state, query.at());
        });
        return transactions.read(
                tenant,
                connection -> Sql.listing(
                        connection,
                        "SELECT login, " + COLUMNS,
                        from.toString(),
                        " ORDER BY login, registered_at DESC, digest",
                        row -> new Owned(new Login(row.getString("login")), certificate(row)),
                        query.slice(),
                        parameters.toArray()));
    }

    private static String condition(UserCertificateState state) {
        return switch (state) {
            case REVOKED -> "revoked_at IS NOT NULL";
            case EXPIRED -> "revoked_at IS NULL AND not_after < ?";
            case PENDING -> "revoked_at IS NULL AND not_before > ?";
            case EXPIRING -> "revoked_at IS NULL AND not_before <= ? AND not_after >= ? AND not_after < ?";
            case VALID -> "revoked_at IS NULL AND not_before <= ? AND not_after >= ?";
        };
    }

    /** The parameters of {@link #condition}, in its order. */
    private static void addMoments(List<Object> parameters, UserCertificateState state, Instant at) {
        Instant warned = at.plus(UserCertificate.WARNING);
        switch (state) {
            case REVOKED -> {}
            case EXPIRED, PENDING -> parameters.add(time(at));
            case EXPIRING -> parameters.addAll(List.of(time(at), time(at), time(warned)));
            case VALID -> parameters.addAll(List.of(time(at), time(warned)));
        }
    }

    @Override
    public void revoke(TenantId tenant, CertificateDigest digest, Instant at) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(digest, "digest");
        transactions.write(tenant, connection -> {
            int revoked = Sql.execute(
                    connection,
                    REVOKE + OF_DIGEST + " AND revoked_at IS NULL",
                    time(at),
                    tenant.value(),
                    digest.sha256());
            if (revoked == 0) {
                throw new RegistryException.NotFound("There is no certificate " + digest + " to revoke.");
            }
            return revoked;
        });
    }

    @Override
    public int revokeAll(TenantId tenant, UserId owner, Instant at) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        return transactions.write(
                tenant,
                connection -> Sql.execute(
                        connection,
                        REVOKE + OF_OWNER + " AND revoked_at IS NULL",
                        time(at),
                        tenant.value(),
                        owner.value()));
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection ->
                        Sql.execute(connection, "DELETE FROM user_certificate WHERE tenant_id = ?", tenant.value()));
    }

    private static UserCertificate certificate(ResultSet row) throws SQLException {
        return new UserCertificate(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new UserId(row.getObject("user_id", UUID.class)),
                row.getString("name"),
                EncodedCertificate.of(row.getBytes("certificate")),
                row.getObject("not_before", OffsetDateTime.class).toInstant(),
                row.getObject("not_after", OffsetDateTime.class).toInstant(),
                new UserId(row.getObject("registered_by", UUID.class)),
                row.getObject("registered_at", OffsetDateTime.class).toInstant(),
                Optional.ofNullable(row.getObject("revoked_at", OffsetDateTime.class))
                        .map(OffsetDateTime::toInstant));
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
