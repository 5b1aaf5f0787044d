package org.esbmt.registry.testing.configuration;

class InMemoryConfigurationRegistryTest extends ConfigurationRegistryContract {

    @Override
    protected Registries openEmpty() {
        InMemoryClusters clusters = new InMemoryClusters();
        InMemoryJbiComponents components = new InMemoryJbiComponents(clusters);
        InMemoryRevisionLog log = new InMemoryRevisionLog(clusters);
        InMemoryQuotas quotas = new InMemoryQuotas(clusters, components);
        return new Registries(
                clusters,
                clusters,
                components,
                components,
                components,
                log,
                log,
                quotas,
                quotas,
                quotas,
                new InMemoryAuditTrail(),
                new InMemoryOperationJournal());
    }
}
