package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Tokens and certificates in the table {@code access_credential}. Row-level security keeps tenants apart. A look-up by
 * digest shows the digest to the database, which then lets it see that one row.
 */
final class PostgresAccessCredentials implements AccessCredentials {
    private static final String COLUMNS = "credential_id, tenant_id, user_id, kind, c.name, digest, changes, parts,"
            + " c.created_at, expires_at, revoked_at, last_used_at";
    private static final String SELECT = "SELECT " + COLUMNS + " FROM access_credential c";
    private static final String OF_OWNER = " WHERE tenant_id = ? AND user_id = ?";
    private static final String PRESENT = "SELECT set_config('esbmt.presented_digest', ?, true)";
    private static final String SEPARATOR = " ";

    private final RegistryTransactions transactions;

    PostgresAccessCredentials(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void add(AccessCredential added) throws RegistryException {
        requireNonNull(added, "added");
        transactions.write(added.tenant(), connection -> {
            tidyUp(connection, added);
            if (isKnown(connection, added)) {
                throw taken();
            }
            insert(connection, added);
            return added;
        });
    }

    /** Expired ones give their places back. Tokens that ended long ago go, and the expired registration of the same certificate. */
    private static void tidyUp(Connection connection, AccessCredential added) throws SQLException {
        UUID tenant = added.tenant().value();
        UUID owner = added.owner().value();
        Sql.execute(
                connection,
                "UPDATE access_credential SET place = NULL" + OF_OWNER + " AND place IS NOT NULL AND expires_at <= ?",
                tenant,
                owner,
                time(added.createdAt()));
        Sql.execute(
                connection,
                "DELETE FROM access_credential" + OF_OWNER
                        + " AND kind = 'TOKEN' AND place IS NULL AND coalesce(revoked_at, expires_at) < ?",
                tenant,
                owner,
                time(added.createdAt().minus(KEPT)));
        Sql.execute(
                connection,
                "DELETE FROM access_credential" + OF_OWNER
                        + " AND kind = 'CERTIFICATE' AND digest = ? AND revoked_at IS NULL AND expires_at <= ?",
                tenant,
                owner,
                added.digest().hex(),
                time(added.createdAt()));
    }

    private static boolean isKnown(Connection connection, AccessCredential added) throws SQLException {
        return presented(
                        connection,
                        added.digest(),
                        "SELECT 1 AS known FROM access_credential WHERE digest = ?",
                        row -> row.getInt("known"))
                .isPresent();
    }

    /** Runs a query that sees the row of the digest, too. The setting is cleared, since a unit of work may go on. */
    private static <T> Optional<T> presented(
            Connection connection, CredentialDigest digest, String query, Sql.Row<T> row) throws SQLException {
        Sql.execute(connection, PRESENT, digest.hex());
        Optional<T> found = Sql.one(connection, query, row, digest.hex());
        Sql.execute(connection, PRESENT, "");
        return found;
    }

    private static void insert(Connection connection, AccessCredential added) throws SQLException, RegistryException {
        try {
            Sql.execute(
                    connection,
                    "INSERT INTO access_credential (credential_id, tenant_id, user_id, kind, name, digest, changes,"
                            + " parts, place, created_at, expires_at) VALUES (?, ?, ?, ?::access_credential_kind, ?, ?, ?,"
                            + " ?, ?, ?, ?)",
                    added.id().value(),
                    added.tenant().value(),
                    added.owner().value(),
                    added.kind().name(),
                    added.name(),
                    added.digest().hex(),
                    added.changes(),
                    String.join(SEPARATOR, added.parts()),
                    freePlace(connection, added),
                    time(added.createdAt()),
                    time(added.expiresAt()));
        } catch (SQLException e) {
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "access_credential_place_taken")) {
                throw new RegistryException.Stale(
                        "Another token or certificate of user " + added.owner() + " was added at the same time.");
            }
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "access_credential_taken")) {
                throw taken();
            }
            if (SqlErrors.FOREIGN_KEY_VIOLATION.equals(e.getSQLState())) {
                throw new RegistryException.NotFound(
                        "Tenant " + added.tenant() + " has no user " + added.owner() + ".");
            }
            throw e;
        }
    }

    private static RegistryException.Conflict taken() {
        return new RegistryException.Conflict("This certificate is registered already, or was revoked.");
    }

    private static int freePlace(Connection connection, AccessCredential added) throws SQLException, RegistryException {
        Set<Integer> taken = new HashSet<>(Sql.all(
                connection,
                "SELECT place FROM access_credential" + OF_OWNER + " AND place IS NOT NULL",
                row -> row.getInt("place"),
                added.tenant().value(),
                added.owner().value()));
        return IntStream.rangeClosed(1, MOST)
                .filter(place -> !taken.contains(place))
                .findFirst()
                .orElseThrow(() -> new RegistryException.RuleBroken(
                        "User " + added.owner() + " has " + MOST
                                + " open tokens and certificates, and no user has more.",
                        null));
    }

    @Override
    public Optional<AccessCredential> find(AccessCredentialKind kind, CredentialDigest digest)
            throws RegistryException {
        requireNonNull(kind, "kind");
        requireNonNull(digest, "digest");
        return transactions
                .readTogether(connection -> presented(
                        connection, digest, SELECT + " WHERE digest = ?", PostgresAccessCredentials::credential))
                .filter(found -> found.kind() == kind);
    }

    @Override
    public Optional<AccessCredential> find(TenantId tenant, AccessCredentialId id) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        return transactions.read(
                tenant,
                connection -> Sql.one(
                        connection,
                        SELECT + " WHERE tenant_id = ? AND credential_id = ?",
                        PostgresAccessCredentials::credential,
                        tenant.value(),
                        id.value()));
    }

    @Override
    public List<AccessCredential> ofUser(TenantId tenant, UserId owner) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(owner, "owner");
        return transactions.read(
                tenant,
                connection -> Sql.all(
                        connection,
                        SELECT + OF_OWNER + " ORDER BY created_at DESC, credential_id",
                        PostgresAccessCredentials::credential,
                        tenant.value(),
                        owner.value()));
    }

    @Override
    public Listing<Owned> ofTenant(TenantId tenant, Slice slice) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(slice, "slice");
        return transactions.read(
                tenant,
                connection -> Sql.listing(
                        connection,
                        "SELECT login, " + COLUMNS,
                        " FROM access_credential c JOIN tenant_user USING (tenant_id, user_id) WHERE tenant_id = ?",
                        " ORDER BY login, c.created_at DESC, credential_id",
                        row -> new Owned(new Login(row.getString("login")), credential(row)),
                        slice,
                        tenant.value()));
    }

    @Override
    public void revoke(TenantId tenant, AccessCredentialId id, Instant at) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        transactions.write(tenant, connection -> {
            int revoked = Sql.execute(
                    connection,
                    "UPDATE access_credential SET revoked_at = ?, place = NULL"
                            + " WHERE tenant_id = ? AND credential_id = ? AND revoked_at IS NULL",
                    time(at),
                    tenant.value(),
                    id.value());
            if (revoked == 0) {
                throw new RegistryException.NotFound("There is no token or certificate " + id + " to revoke.");
            }
            return revoked;
        });
    }

    @Override
    public void used(TenantId tenant, AccessCredentialId id, Instant at) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(id, "id");
        transactions.write(
                tenant,
                connection -> Sql.execute(
                        connection,
                        "UPDATE access_credential SET last_used_at = ? WHERE tenant_id = ? AND credential_id = ?",
                        time(at),
                        tenant.value(),
                        id.value()));
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        requireNonNull(tenant, "tenant");
        return transactions.write(
                tenant,
                connection ->
                        Sql.execute(connection, "DELETE FROM access_credential WHERE tenant_id = ?", tenant.value()));
    }

    private static AccessCredential credential(ResultSet row) throws SQLException {
        return new AccessCredential(
                new AccessCredentialId(row.getObject("credential_id", UUID.class)),
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new UserId(row.getObject("user_id", UUID.class)),
                AccessCredentialKind.valueOf(row.getString("kind")),
                row.getString("name"),
                new CredentialDigest(row.getString("digest")),
                row.getBoolean("changes"),
                parts(row.getString("parts")),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                row.getObject("expires_at", OffsetDateTime.class).toInstant(),
                moment(row, "revoked_at"),
                moment(row, "last_used_at"));
    }

    private static SortedSet<String> parts(String text) {
        return text.isEmpty() ? new TreeSet<>() : new TreeSet<>(Arrays.asList(text.split(SEPARATOR, -1)));
    }

    private static Optional<Instant> moment(ResultSet row, String column) throws SQLException {
        return Optional.ofNullable(row.getObject(column, OffsetDateTime.class)).map(OffsetDateTime::toInstant);
    }

    private static OffsetDateTime time(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
