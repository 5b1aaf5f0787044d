package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.testing.TenantRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of every tenant registry, on a real PostgreSQL with the rights of the running bus. */
class PostgresTenantRegistryTest extends TenantRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected Registries openEmpty() throws Exception {
        transactions = SERVER.emptyRegistry();
        return new Registries(
                new PostgresTenantRegistry(transactions),
                new PostgresCredentialReader(transactions),
                new PostgresPepperLedger(transactions));
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
