package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of every configuration registry, on a real PostgreSQL with the rights of the running bus. */
class PostgresConfigurationRegistryTest extends ConfigurationRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected Registries openEmpty() throws Exception {
        transactions = SERVER.emptyRegistry(RegistryDatabase.CONFIGURATION);
        return ConfigurationRegistries.of(transactions);
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
