package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.LoggedOperation;
import org.esbmt.registry.api.configuration.NewOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.Payload;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.api.configuration.TenantOperations;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.registry.postgresql.internal.SqlErrors;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The revision log in the table {@code management_operation}, which only the function {@code append_operation} writes.
 */
public final class PostgresRevisionLog implements RevisionLog, TenantOperations {
    private static final String OPERATION = "operation_id, cluster_id, revision, tenant_id, requested_by, kind,"
            + " request_sha256, payload, not_after, appended_at";
    /** The limit for a part: an operation that begins after so many bytes of payload goes into the next part. */
    private static final int PART_BYTES = 8 * Payload.MAX_BYTES;

    private final RegistryTransactions transactions;

    public PostgresRevisionLog(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public LoggedOperation append(NewOperation operation, PayloadAt payload) throws RegistryException {
        requireNonNull(payload, "payload");
        return transactions.write(connection -> append(connection, operation, payload));
    }

    private static LoggedOperation append(Connection connection, NewOperation operation, PayloadAt payload)
            throws SQLException, RegistryException {
        long revision = lock(connection, operation.cluster());
        Optional<LoggedOperation> former = find(connection, operation.id());
        if (former.isPresent()) {
            NewOperation first = former.get().operation();
            if (first.cluster().equals(operation.cluster()) && first.request().equals(operation.request())) {
                return former.get();
            }
            throw anothers(operation);
        }
        return append(connection, operation, revision, payload.at(revision));
    }

    /** Locks the log until the transaction ends. Returns the next revision. */
    private static long lock(Connection connection, ClusterId cluster) throws SQLException, RegistryException {
        return Sql.one(
                        connection,
                        "SELECT next FROM lock_revision_log(?) next WHERE next IS NOT NULL",
                        row -> row.getLong("next"),
                        cluster.value())
                .orElseThrow(() -> new RegistryException.NotFound("There is no cluster " + cluster + "."));
    }

    private static LoggedOperation append(Connection connection, NewOperation operation, long revision, Payload payload)
            throws SQLException, RegistryException {
        try {
            Instant at = Sql.one(
                            connection,
                            "SELECT append_operation(?, ?, ?, ?::uuid, ?, ?, ?, ?, ?::timestamptz) AS appended_at",
                            row -> Rows.instant(row, "appended_at"),
                            operation.id().value(),
                            operation.cluster().value(),
                            revision,
                            operation.tenant().map(TenantId::value).orElse(null),
                            operation.by().value(),
                            operation.kind(),
                            operation.request().bytes(),
                            payload.bytes(),
                            operation.notAfter().map(Rows::parameter).orElse(null))
                    .orElseThrow();
            return new LoggedOperation(operation, revision, payload, at);
        } catch (SQLException e) {
            // Only another cluster, with another lock, can have appended it in the meantime.
            if (SqlErrors.broke(e, SqlErrors.UNIQUE_VIOLATION, "management_operation_pkey")) {
                throw anothers(operation);
            }
            throw e;
        }
    }

    private static RegistryException.Conflict anothers(NewOperation operation) {
        return new RegistryException.Conflict("Operation " + operation.id() + " is another request's.");
    }

    @Override
    public List<LoggedOperation> read(ClusterId cluster, long fromRevision, int limit) throws RegistryException {
        int most = new Slice(0, limit).limit();
        return transactions.read(connection -> Sql.all(
                connection,
                "SELECT " + OPERATION + " FROM (SELECT *, sum(octet_length(payload)) OVER (ORDER BY revision)"
                        + " - octet_length(payload) AS bytes_before FROM management_operation"
                        + " WHERE cluster_id = ? AND revision >= ? ORDER BY revision LIMIT " + most + ") part"
                        + " WHERE bytes_before < " + PART_BYTES + " ORDER BY revision",
                PostgresRevisionLog::operation,
                cluster.value(),
                fromRevision));
    }

    @Override
    public Listing<LoggedOperation> newest(ClusterId cluster, TenantId tenant, Slice slice) throws RegistryException {
        return transactions.read(connection -> Sql.listing(
                connection,
                "SELECT " + OPERATION,
                " FROM management_operation WHERE cluster_id = ? AND tenant_id = ?",
                " ORDER BY revision DESC",
                PostgresRevisionLog::operation,
                slice,
                cluster.value(),
                tenant.value()));
    }

    @Override
    public Optional<LoggedOperation> findOperation(OperationId operation) throws RegistryException {
        return transactions.read(connection -> find(connection, operation));
    }

    private static Optional<LoggedOperation> find(Connection connection, OperationId operation) throws SQLException {
        return Sql.one(
                connection,
                "SELECT " + OPERATION + " FROM management_operation WHERE operation_id = ?",
                PostgresRevisionLog::operation,
                operation.value());
    }

    private static LoggedOperation operation(ResultSet row) throws SQLException {
        NewOperation operation = new NewOperation(
                new OperationId(Rows.uuid(row, "operation_id")),
                new ClusterId(Rows.uuid(row, "cluster_id")),
                Rows.uuidIfAny(row, "tenant_id").map(TenantId::new),
                new UserId(Rows.uuid(row, "requested_by")),
                row.getString("kind"),
                Rows.sha256(row, "request_sha256"),
                Rows.instantIfAny(row, "not_after"));
        return new LoggedOperation(
                operation,
                row.getLong("revision"),
                Payload.of(row.getBytes("payload")),
                Rows.instant(row, "appended_at"));
    }
}
