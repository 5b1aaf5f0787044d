package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.registry.testing.ServiceRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract with transactions that one session prepares and another one commits, like distributed transactions. No
 * operation uses features that PREPARE TRANSACTION excludes, or leaves state in its session.
 */
class TwoPhaseServiceRegistryTest extends ServiceRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected ServiceRegistry openEmpty() throws Exception {
        transactions = SERVER.emptyRegistryInTwoPhases(RegistryDatabase.SERVICE);
        return new PostgresServiceRegistry(transactions);
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
