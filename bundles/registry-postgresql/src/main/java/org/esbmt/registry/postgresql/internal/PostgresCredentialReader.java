package org.esbmt.registry.postgresql.internal;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.EncodedCertificate;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCertificate;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.StoredSubject;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.UserState;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TokenSubject;
import org.esbmt.tenancy.api.UserId;

/**
 * Reads credentials and their changes, each in one statement. Certificates and subjects are under row-level security, so their
 * statements run in a transaction of the tenant.
 */
final class PostgresCredentialReader implements CredentialReader {
    private static final String SENDERS = Arrays.stream(Role.values())
            .filter(Role::sends)
            .map(role -> "'" + role + "'")
            .collect(joining(", "));
    private static final String STATES = "u.state AS user_state, t.state AS tenant_state,"
            + " EXISTS (SELECT 1 FROM role_assignment a WHERE a.tenant_id = u.tenant_id AND a.user_id = u.user_id"
            + " AND a.role_code IN (" + SENDERS + ")) AS sender";
    private static final String CREDENTIAL = "SELECT c.verifier, c.version, " + STATES
            + " FROM user_credential c JOIN tenant_user u USING (tenant_id, user_id)"
            + " JOIN tenant t USING (tenant_id)"
            + " WHERE c.tenant_id = ? AND c.user_id = ? AND c.kind = 'PASSWORD' AND c.verifier IS NOT NULL";
    private static final String CERTIFICATE = "SELECT user_id, c.certificate, c.not_before, c.not_after, " + STATES
            + " FROM user_certificate c JOIN tenant_user u USING (tenant_id, user_id)"
            + " JOIN tenant t USING (tenant_id)"
            + " WHERE c.tenant_id = ? AND c.digest = ? AND c.revoked_at IS NULL";
    private static final String SUBJECT = "SELECT user_id, " + STATES
            + " FROM user_subject s JOIN tenant_user u USING (tenant_id, user_id)"
            + " JOIN tenant t USING (tenant_id)"
            + " WHERE s.tenant_id = ? AND s.issuer = ? AND s.subject = ?";
    /**
     * A change was committed between two snapshots if the second sees it and the first does not. The query itself runs
     * in the second snapshot. The comparison with xmin is for the index: older transactions had ended by then. Without
     * a change there is still one row, because the new snapshot is needed.
     */
    private static final String CHANGES = "SELECT i.registry_id, extract(epoch FROM now())::bigint AS at,"
            + " pg_current_snapshot()::text AS snapshot, c.tenant_id, c.user_id, c.new_tenant FROM installation i"
            + " LEFT JOIN credential_change c ON c.transaction_id >= pg_snapshot_xmin(?::pg_snapshot)"
            + " AND NOT pg_visible_in_snapshot(c.transaction_id, ?::pg_snapshot)";

    private final RegistryTransactions transactions;

    PostgresCredentialReader(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public Optional<StoredCredential> find(TenantId tenant, UserId user) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(user, "user");
        return transactions.read(connection -> Sql.one(
                connection,
                CREDENTIAL,
                row -> new StoredCredential(
                        tenant,
                        user,
                        new Verifier(row.getString("verifier")),
                        row.getLong("version"),
                        UserState.valueOf(row.getString("user_state")),
                        TenantState.valueOf(row.getString("tenant_state")),
                        row.getBoolean("sender")),
                tenant.value(),
                user.value()));
    }

    @Override
    public Optional<StoredCertificate> find(TenantId tenant, CertificateDigest certificate) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(certificate, "certificate");
        return transactions.read(
                tenant,
                connection -> Sql.one(
                        connection,
                        CERTIFICATE,
                        row -> new StoredCertificate(
                                tenant,
                                new UserId(row.getObject("user_id", UUID.class)),
                                EncodedCertificate.of(row.getBytes("certificate")),
                                row.getObject("not_before", OffsetDateTime.class)
                                        .toInstant(),
                                row.getObject("not_after", OffsetDateTime.class).toInstant(),
                                UserState.valueOf(row.getString("user_state")),
                                TenantState.valueOf(row.getString("tenant_state")),
                                row.getBoolean("sender")),
                        tenant.value(),
                        certificate.sha256()));
    }

    @Override
    public Optional<StoredSubject> find(TenantId tenant, TokenSubject subject) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(subject, "subject");
        return transactions.read(
                tenant,
                connection -> Sql.one(
                        connection,
                        SUBJECT,
                        row -> new StoredSubject(
                                tenant,
                                new UserId(row.getObject("user_id", UUID.class)),
                                UserState.valueOf(row.getString("user_state")),
                                TenantState.valueOf(row.getString("tenant_state")),
                                row.getBoolean("sender")),
                        tenant.value(),
                        subject.issuer(),
                        subject.subject()));
    }

    @Override
    public Optional<UserId> find(TenantId tenant, Login login) throws RegistryException {
        requireNonNull(tenant, "tenant");
        requireNonNull(login, "login");
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT user_id FROM tenant_user WHERE tenant_id = ? AND login = ?",
                row -> new UserId(row.getObject("user_id", UUID.class)),
                tenant.value(),
                login.value()));
    }

    @Override
    public Set<TenantId> tenants() throws RegistryException {
        return Set.copyOf(transactions.read(connection -> Sql.all(
                connection, "SELECT tenant_id FROM tenant", row -> new TenantId(row.getObject(1, UUID.class)))));
    }

    @Override
    public Changes changesSince(Optional<Cursor> cursor) throws RegistryException {
        Optional<SnapshotCursor> from = cursor.flatMap(SnapshotCursor::parse);
        String snapshot = from.map(SnapshotCursor::snapshot).orElse(null);
        List<Line> lines = transactions.read(
                connection -> Sql.all(connection, CHANGES, PostgresCredentialReader::line, snapshot, snapshot));
        SnapshotCursor now = lines.get(0).now();
        boolean everything = cursor.isPresent() && !from.map(now::follows).orElse(false);
        Set<Change> changes = new LinkedHashSet<>();
        Set<TenantId> newTenants = new LinkedHashSet<>();
        if (!everything) {
            lines.forEach(line -> line.change().ifPresent(changes::add));
            lines.forEach(line -> line.newTenant().ifPresent(newTenants::add));
        }
        return new Changes(new ArrayList<>(changes), newTenants, everything, new Cursor(now.text()));
    }

    /** A row of {@link #CHANGES}. */
    private record Line(SnapshotCursor now, Optional<Change> change, Optional<TenantId> newTenant) {}

    private static Line line(ResultSet row) throws SQLException {
        SnapshotCursor now = new SnapshotCursor(
                row.getObject("registry_id", UUID.class), row.getLong("at"), row.getString("snapshot"));
        Optional<TenantId> tenant =
                Optional.ofNullable(row.getObject("tenant_id", UUID.class)).map(TenantId::new);
        Optional<UserId> user =
                Optional.ofNullable(row.getObject("user_id", UUID.class)).map(UserId::new);
        return row.getBoolean("new_tenant")
                ? new Line(now, Optional.empty(), tenant)
                : new Line(now, tenant.map(t -> new Change(t, user)), Optional.empty());
    }
}
