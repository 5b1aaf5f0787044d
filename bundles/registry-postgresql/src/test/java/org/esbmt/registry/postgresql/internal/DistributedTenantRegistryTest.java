package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.testing.TenantRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract with each call in a unit of work. */
class DistributedTenantRegistryTest extends TenantRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected Registries openEmpty() throws Exception {
        transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.TENANT);
        return new Registries(
                EachInAUnitOfWork.of(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                EachInAUnitOfWork.of(CredentialReader.class, new PostgresCredentialReader(transactions)),
                EachInAUnitOfWork.of(PepperLedger.class, new PostgresPepperLedger(transactions)));
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
