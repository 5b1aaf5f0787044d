package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract with every transaction prepared, and then committed by another session, as in a distributed transaction.
 */
class PreparedConfigurationRegistryTest extends ConfigurationRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected Registries openEmpty() throws Exception {
        transactions = SERVER.emptyRegistryInTwoPhases(RegistryDatabase.CONFIGURATION);
        return ConfigurationRegistries.of(transactions);
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
