package org.esbmt.registry.postgresql.internal;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.postgresql.internal.RegistryTransactions.Work;
import org.esbmt.tenancy.api.TenantId;

/**
 * A registry's part of one unit of work: its calls there, one after the other, on one connection. Nothing is committed
 * here. A failed call admits no later ones, and {@link VotingResource} votes against the unit of work. The partial
 * changes of the call must not last, and PostgreSQL refuses all statements after a failed one anyway.
 *
 * <p>Threads: that of the work.
 */
final class Participation {
    private static final String OF_TENANT = "SELECT set_config('esbmt.tenant_id', ?, true)";

    private final Connection connection;
    /** The tenant whose rows are visible now; empty: no rows are visible. */
    private String tenant = "";

    private Optional<Throwable> failure = Optional.empty();

    Participation(Connection connection) {
        this.connection = connection;
    }

    /**
     * The reason why the transaction must be rolled back; empty if it may commit. The server is asked, too: the work
     * may have caught the exception of a failed statement. The server then answers PREPARE TRANSACTION with a ROLLBACK,
     * which the driver takes for a success.
     */
    Optional<Throwable> failure() {
        if (failure.isEmpty()) {
            try {
                Sql.execute(connection, "SELECT 1");
            } catch (SQLException e) {
                failure = Optional.of(e);
            }
        }
        return failure;
    }

    /**
     * Reads, including earlier writes of this transaction. An exception of the work is harmless, unless a statement
     * failed.
     */
    <T> T read(Optional<TenantId> of, Work<T> work) throws RegistryException {
        return run(of, work, false);
    }

    <T> T write(Optional<TenantId> of, Work<T> work) throws RegistryException {
        return run(of, work, true);
    }

    private <T> T run(Optional<TenantId> of, Work<T> work, boolean writes) throws RegistryException {
        if (failure.isPresent()) {
            throw new RegistryException.Failed(
                    "A call in this unit of work has failed before: it can only be rolled back.", failure.get());
        }
        try {
            show(of.map(TenantId::toString).orElse(""));
            return work.run(connection);
        } catch (SQLException e) {
            failure = Optional.of(e);
            throw SqlErrors.failed(e);
        } catch (RegistryException | RuntimeException | Error e) {
            failure = writes ? Optional.of(e) : Optional.empty();
            throw e;
        }
    }

    /**
     * Makes the rows of a tenant visible. A unit of work may be for several tenants: each call sees the rows of its own
     * tenant, and a call without a tenant sees none.
     */
    private void show(String next) throws SQLException {
        if (!next.equals(tenant)) {
            Sql.execute(connection, OF_TENANT, next);
            tenant = next;
        }
    }
}
