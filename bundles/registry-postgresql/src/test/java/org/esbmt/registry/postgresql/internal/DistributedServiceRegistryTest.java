package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.registry.testing.ServiceRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract with each call in a unit of work. */
class DistributedServiceRegistryTest extends ServiceRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected ServiceRegistry openEmpty() throws Exception {
        transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.SERVICE);
        return EachInAUnitOfWork.of(ServiceRegistry.class, new PostgresServiceRegistry(transactions));
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
