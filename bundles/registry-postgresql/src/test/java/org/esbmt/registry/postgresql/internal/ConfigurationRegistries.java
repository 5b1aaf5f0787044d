package org.esbmt.registry.postgresql.internal;

import org.esbmt.registry.postgresql.internal.configuration.PostgresAcknowledgements;
import org.esbmt.registry.postgresql.internal.configuration.PostgresAuditTrail;
import org.esbmt.registry.postgresql.internal.configuration.PostgresClusterDirectory;
import org.esbmt.registry.postgresql.internal.configuration.PostgresClusterMembership;
import org.esbmt.registry.postgresql.internal.configuration.PostgresComponentCatalog;
import org.esbmt.registry.postgresql.internal.configuration.PostgresComponentSettings;
import org.esbmt.registry.postgresql.internal.configuration.PostgresComponentStates;
import org.esbmt.registry.postgresql.internal.configuration.PostgresConsumption;
import org.esbmt.registry.postgresql.internal.configuration.PostgresContingents;
import org.esbmt.registry.postgresql.internal.configuration.PostgresOperationJournal;
import org.esbmt.registry.postgresql.internal.configuration.PostgresQuotas;
import org.esbmt.registry.postgresql.internal.configuration.PostgresRevisionLog;
import org.esbmt.registry.testing.configuration.ConfigurationRegistryContract.Registries;

/** The services of a configuration registry for its clients. */
final class ConfigurationRegistries {
    private ConfigurationRegistries() {}

    static Registries of(RegistryTransactions transactions) {
        return new Registries(
                new PostgresClusterDirectory(transactions),
                new PostgresClusterMembership(transactions),
                new PostgresComponentCatalog(transactions),
                new PostgresComponentStates(transactions),
                new PostgresComponentSettings(transactions),
                new PostgresRevisionLog(transactions),
                new PostgresAcknowledgements(transactions),
                new PostgresQuotas(transactions),
                new PostgresContingents(transactions),
                new PostgresConsumption(transactions),
                new PostgresAuditTrail(transactions),
                new PostgresOperationJournal(transactions));
    }
}
