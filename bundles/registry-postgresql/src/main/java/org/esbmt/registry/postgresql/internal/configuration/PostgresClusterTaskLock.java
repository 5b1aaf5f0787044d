package org.esbmt.registry.postgresql.internal.configuration;

import static java.util.Objects.requireNonNull;

import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.ClusterTaskLock;
import org.esbmt.registry.postgresql.internal.RegistryTransactions;
import org.esbmt.registry.postgresql.internal.Sql;

/** Task locks as advisory locks, which end with their transaction, prepared or not. */
public final class PostgresClusterTaskLock implements ClusterTaskLock {
    private final RegistryTransactions transactions;

    public PostgresClusterTaskLock(RegistryTransactions transactions) {
        this.transactions = requireNonNull(transactions, "transactions");
    }

    @Override
    public boolean take(String what) throws RegistryException {
        requireNonNull(what, "what");
        return transactions.write(connection -> Sql.one(
                        connection,
                        "SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0))",
                        row -> row.getBoolean(1),
                        what)
                .orElseThrow());
    }
}
