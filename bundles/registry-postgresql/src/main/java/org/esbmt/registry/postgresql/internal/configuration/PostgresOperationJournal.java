package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * Stores performed administrative operations in the table {@code operation_journal}. By its primary key, transactions
 * that record the same identifier wait for each other.
 */
public final class PostgresOperationJournal implements OperationJournal {
    private final RegistryTransactions transactions;

    public PostgresOperationJournal(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public void record(DoneOperation operation) throws RegistryException {
        transactions.write(connection -> {
            int recorded = Sql.execute(
                    connection,
                    "INSERT INTO operation_journal (operation_id, actor_tenant, actor_user, kind, request_sha256, result)"
                            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (operation_id) DO NOTHING",
                    operation.id().value(),
                    operation.actorTenant().value(),
                    operation.actor().value(),
                    operation.kind(),
                    operation.request().bytes(),
                    operation.result());
            if (recorded == 0) {
                throw new RegistryException.Conflict("Operation " + operation.id() + " is recorded already.");
            }
            return recorded;
        });
    }

    @Override
    public Optional<RecordedOperation> find(OperationId id) throws RegistryException {
        return transactions.read(connection -> Sql.one(
                connection,
                "SELECT operation_id, actor_tenant, actor_user, kind, request_sha256, result, recorded_at"
                        + " FROM operation_journal WHERE operation_id = ?",
                PostgresOperationJournal::operation,
                id.value()));
    }

    @Override
    public int forget(Instant before, int atMost) throws RegistryException {
        return transactions.write(connection -> Sql.execute(
                connection,
                "DELETE FROM operation_journal WHERE operation_id IN (SELECT operation_id FROM operation_journal"
                        + " WHERE recorded_at < ? ORDER BY recorded_at LIMIT ?)",
                Rows.parameter(before),
                atMost));
    }

    private static RecordedOperation operation(ResultSet row) throws SQLException {
        DoneOperation operation = new DoneOperation(
                new OperationId(Rows.uuid(row, "operation_id")),
                new TenantId(Rows.uuid(row, "actor_tenant")),
                new UserId(Rows.uuid(row, "actor_user")),
                row.getString("kind"),
                Rows.sha256(row, "request_sha256"),
                row.getString("result"));
        return new RecordedOperation(operation, Rows.instant(row, "recorded_at"));
    }
}
