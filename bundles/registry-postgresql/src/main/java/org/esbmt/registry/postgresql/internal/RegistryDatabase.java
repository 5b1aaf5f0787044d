package org.esbmt.registry.postgresql.internal;

import java.util.List;
import java.util.Locale;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.SealingLedger;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.TenantIssuers;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.registry.api.configuration.Acknowledgements;
import org.esbmt.registry.api.configuration.AuditTrail;
import org.esbmt.registry.api.configuration.ClusterDirectory;
import org.esbmt.registry.api.configuration.ClusterMembership;
import org.esbmt.registry.api.configuration.ClusterTaskLock;
import org.esbmt.registry.api.configuration.ComponentCatalog;
import org.esbmt.registry.api.configuration.ComponentSettings;
import org.esbmt.registry.api.configuration.ComponentStates;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.Quotas;
import org.esbmt.registry.api.configuration.RevisionLog;
import org.esbmt.registry.api.configuration.TenantOperations;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.postgresql.internal.configuration.PostgresAcknowledgements;
import org.esbmt.registry.postgresql.internal.configuration.PostgresAuditTrail;
import org.esbmt.registry.postgresql.internal.configuration.PostgresClusterDirectory;
import org.esbmt.registry.postgresql.internal.configuration.PostgresClusterMembership;
import org.esbmt.registry.postgresql.internal.configuration.PostgresClusterTaskLock;
import org.esbmt.registry.postgresql.internal.configuration.PostgresComponentCatalog;
import org.esbmt.registry.postgresql.internal.configuration.PostgresComponentSettings;
import org.esbmt.registry.postgresql.internal.configuration.PostgresComponentStates;
import org.esbmt.registry.postgresql.internal.configuration.PostgresConsumption;
import org.esbmt.registry.postgresql.internal.configuration.PostgresContingents;
import org.esbmt.registry.postgresql.internal.configuration.PostgresOperationJournal;
import org.esbmt.registry.postgresql.internal.configuration.PostgresQuotas;
import org.esbmt.registry.postgresql.internal.configuration.PostgresRevisionLog;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;
import org.esbmt.transaction.api.ResourceName;

/**
 * The registries, each a database of its own, in the order of their preparation. The migrations of a registry are the
 * files of {@code registries-sql/<name>-registry/migrations}. The build puts them into this bundle as
 * {@code db/migration/<name>/}.
 */
enum RegistryDatabase {
    TENANT {
        @Override
        ResourceName resource() {
            return new ResourceName("registry.tenants");
        }

        @Override
        Tables tables() {
            return new Tables(
                    List.of(
                            "V1__tenants_users_credentials_roles.sql",
                            "V2__new_tenants_are_told.sql",
                            "V3__roles_change.sql",
                            "V4__offboarding.sql",
                            "V5__contacts.sql",
                            "V6__access_credentials.sql",
                            "V7__user_certificates.sql",
                            "V8__tenant_keys.sql",
                            "V9__replay_claims.sql",
                            "V10__destinations_partners_issuers.sql",
                            "V11__authorities_and_revocation_lists.sql",
                            "afterMigrate.sql"),
                    "tenant",
                    true);
        }

        @Override
        String prefix() {
            return "";
        }

        @Override
        Keys keys(RegistryConfiguration c) {
            return new Keys(prefix(), c.user(), c.password(), c.password_file(), c.tenant_database());
        }

        @Override
        List<Service<?>> services(RegistryTransactions transactions) {
            return List.of(
                    new Service<>(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    new Service<>(CredentialReader.class, new PostgresCredentialReader(transactions)),
                    new Service<>(PepperLedger.class, new PostgresPepperLedger(transactions)),
                    new Service<>(TenantContacts.class, new PostgresTenantContacts(transactions)),
                    new Service<>(AccessCredentials.class, new PostgresAccessCredentials(transactions)),
                    new Service<>(UserCertificates.class, new PostgresUserCertificates(transactions)),
                    new Service<>(TenantKeyStore.class, new PostgresTenantKeyStore(transactions)),
                    new Service<>(TenantPartners.class, new PostgresTenantPartners(transactions)),
                    new Service<>(TenantIssuers.class, new PostgresTenantIssuers(transactions)),
                    new Service<>(TenantAuthorities.class, new PostgresTenantAuthorities(transactions)),
                    new Service<>(SealingLedger.class, new PostgresSealingLedger(transactions)));
        }
    },

    SERVICE {
        @Override
        ResourceName resource() {
            return new ResourceName("registry.services");
        }

        @Override
        Tables tables() {
            return new Tables(
                    List.of(
                            "V1__artifacts_assemblies_deployments_services.sql",
                            "V2__policies.sql",
                            "afterMigrate.sql"),
                    "artifact",
                    true);
        }

        @Override
        Keys keys(RegistryConfiguration c) {
            return new Keys(
                    prefix(), c.service_user(), c.service_password(), c.service_password_file(), c.service_database());
        }

        @Override
        List<Service<?>> services(RegistryTransactions transactions) {
            return List.of(new Service<>(ServiceRegistry.class, new PostgresServiceRegistry(transactions)));
        }
    },

    CONFIGURATION {
        @Override
        ResourceName resource() {
            return new ResourceName("registry.configuration");
        }

        @Override
        Tables tables() {
            return new Tables(
                    List.of(
                            "V1__clusters_and_components.sql",
                            "V2__revision_log.sql",
                            "V3__quotas.sql",
                            "V4__audit.sql",
                            "V5__operation_journal.sql",
                            "V6__operations_of_tenants.sql",
                            "V7__installed_parts.sql",
                            "V8__settings_of_clusters_and_nodes.sql",
                            "V9__what_settings_were.sql",
                            "V10__acts_of_a_user.sql",
                            "V11__contacts_as_a_resource.sql",
                            "V12__keys_and_secrets_as_resources.sql",
                            "V13__partners_and_issuers_as_resources.sql",
                            "V14__authorities_as_a_resource.sql",
                            "afterMigrate.sql"),
                    "cluster",
                    false);
        }

        @Override
        Keys keys(RegistryConfiguration c) {
            return new Keys(
                    prefix(),
                    c.configuration_user(),
                    c.configuration_password(),
                    c.configuration_password_file(),
                    c.configuration_database());
        }

        @Override
        List<Service<?>> services(RegistryTransactions transactions) {
            return List.of(
                    new Service<>(ClusterDirectory.class, new PostgresClusterDirectory(transactions)),
                    new Service<>(ClusterMembership.class, new PostgresClusterMembership(transactions)),
                    new Service<>(ComponentCatalog.class, new PostgresComponentCatalog(transactions)),
                    new Service<>(ComponentStates.class, new PostgresComponentStates(transactions)),
                    new Service<>(ComponentSettings.class, new PostgresComponentSettings(transactions)),
                    new Service<>(RevisionLog.class, new PostgresRevisionLog(transactions)),
                    new Service<>(TenantOperations.class, new PostgresRevisionLog(transactions)),
                    new Service<>(Acknowledgements.class, new PostgresAcknowledgements(transactions)),
                    new Service<>(Quotas.class, new PostgresQuotas(transactions)),
                    new Service<>(Contingents.class, new PostgresContingents(transactions)),
                    new Service<>(Consumption.class, new PostgresConsumption(transactions)),
                    new Service<>(AuditTrail.class, new PostgresAuditTrail(transactions)),
                    new Service<>(OperationJournal.class, new PostgresOperationJournal(transactions)),
                    new Service<>(ClusterTaskLock.class, new PostgresClusterTaskLock(transactions)));
        }
    };

    /**
     * The contents of the database.
     *
     * @param scripts all files of the folder of migrations, listed one by one; a test compares the list with the folder
     * @param probe a table that the running bus may read
     * @param rowSecurity true if row-level security separates tenants, so that the role of the running bus must not
     * bypass it
     */
    record Tables(List<String> scripts, String probe, boolean rowSecurity) {}

    /**
     * Its part of the configuration.
     *
     * @param prefix of its keys for the role
     * @param password if this and the file are empty, the password of the tenant registry's role applies
     */
    record Keys(String prefix, String user, String password, String passwordFile, String database) {}

    /** A service of the registry: its interface and its instance. */
    record Service<T>(Class<T> type, T instance) {}

    /** The name of the database in distributed transactions, the same in all releases. */
    abstract ResourceName resource();

    abstract Tables tables();

    abstract Keys keys(RegistryConfiguration configuration);

    /** The prefix of its keys for the role of the running bus. */
    String prefix() {
        return word() + ".";
    }

    abstract List<Service<?>> services(RegistryTransactions transactions);

    /** The folder of the migrations in the bundle. */
    String folder() {
        return "/db/migration/" + word() + "/";
    }

    /** The schema of all its tables and functions. */
    String schema() {
        return word() + "_registry";
    }

    /** The name in messages. */
    @Override
    public String toString() {
        return word() + " registry";
    }

    /** The name in keys and folders. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
