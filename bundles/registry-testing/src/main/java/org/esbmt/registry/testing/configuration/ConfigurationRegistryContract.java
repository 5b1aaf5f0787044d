package org.esbmt.registry.testing.configuration;

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
import org.junit.jupiter.api.Nested;

/**
 * The contract of every configuration registry. An implementation extends this class and opens an empty registry for
 * each test; all tests must pass.
 */
public abstract class ConfigurationRegistryContract {

    /** One registry with its services for clients. */
    public record Registries(
            ClusterDirectory clusters,
            ClusterMembership membership,
            ComponentCatalog catalog,
            ComponentStates states,
            ComponentSettings settings,
            RevisionLog log,
            Acknowledgements acknowledgements,
            Quotas quotas,
            Contingents contingents,
            Consumption consumption,
            AuditTrail audit,
            OperationJournal journal) {}

    /** A registry without data; the implementation closes it. */
    protected abstract Registries openEmpty() throws Exception;

    @Nested
    class Clusters extends ClustersContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Components extends ComponentsContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Operations extends OperationsContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Ceilings extends CeilingsContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Uses extends UsesContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Journal extends JournalContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }

    @Nested
    class Audit extends AuditContract {
        @Override
        Registries openEmpty() throws Exception {
            return ConfigurationRegistryContract.this.openEmpty();
        }
    }
}
