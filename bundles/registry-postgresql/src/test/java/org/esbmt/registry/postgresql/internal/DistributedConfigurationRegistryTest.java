package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.api.configuration.Acknowledgements;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterMembership;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentSettings;
import org.esbmt.registry.api.configuration.ComponentStates;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.Quotas;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract with each call in a unit of work. */
class DistributedConfigurationRegistryTest extends ConfigurationRegistryContract {
    @RegisterExtension
    static final RegistryServer SERVER = RegistryServer.shared();

    private RegistryTransactions transactions;

    @Override
    protected Registries openEmpty() throws Exception {
        transactions = SERVER.emptyRegistryInUnitsOfWork(RegistryDatabase.CONFIGURATION);
        Registries registry = ConfigurationRegistries.of(transactions);
        return new Registries(
                EachInAUnitOfWork.of(ClusterDirectory.class, registry.clusters()),
                EachInAUnitOfWork.of(ClusterMembership.class, registry.membership()),
                EachInAUnitOfWork.of(ComponentCatalog.class, registry.catalog()),
                EachInAUnitOfWork.of(ComponentStates.class, registry.states()),
                EachInAUnitOfWork.of(ComponentSettings.class, registry.settings()),
                EachInAUnitOfWork.of(RevisionLog.class, registry.log()),
                EachInAUnitOfWork.of(Acknowledgements.class, registry.acknowledgements()),
                EachInAUnitOfWork.of(Quotas.class, registry.quotas()),
                EachInAUnitOfWork.of(Contingents.class, registry.contingents()),
                EachInAUnitOfWork.of(Consumption.class, registry.consumption()),
                EachInAUnitOfWork.of(AuditTrail.class, registry.audit()),
                EachInAUnitOfWork.of(OperationJournal.class, registry.journal()));
    }

    @AfterEach
    void close() {
        transactions.close();
    }
}
