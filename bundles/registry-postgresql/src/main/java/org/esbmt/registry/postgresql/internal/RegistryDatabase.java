package org.esbmt.registry.postgresql.internal;

import java.util.List;
import java.util.Locale;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.registry.postgresql.internal.service.PostgresServiceRegistry;

/**
 * The registries, each a database of its own, in the order in which they are prepared. The migrations of a registry are
 * the files of {@code registries-sql/<name>-registry/migrations}, which the build puts into this bundle as
 * {@code db/migration/<name>/}.
 */
enum RegistryDatabase {
    TENANT {
        @Override
        Tables tables() {
            return new Tables(
                    List.of(
                            "V1__tenants_users_credentials_roles.sql",
                            "V2__new_tenants_are_told.sql",
                            "afterMigrate.sql"),
                    "tenant",
                    false);
        }

        @Override
        Keys keys(RegistryConfiguration c) {
            return new Keys("", c.user(), c.password(), c.password_file(), c.tenant_database());
        }

        @Override
        List<Service<?>> services(Transactions transactions) {
            return List.of(
                    new Service<>(TenantRegistry.class, new PostgresTenantRegistry(transactions)),
                    new Service<>(CredentialReader.class, new PostgresCredentialReader(transactions)),
                    new Service<>(PepperLedger.class, new PostgresPepperLedger(transactions)));
        }
    },

    SERVICE {
        @Override
        Tables tables() {
            return new Tables(
                    List.of("V1__artifacts_assemblies_deployments_services.sql", "afterMigrate.sql"), "artifact", true);
        }

        @Override
        Keys keys(RegistryConfiguration c) {
            return new Keys(
                    "service.",
                    c.service_user(),
                    c.service_password(),
                    c.service_password_file(),
                    c.service_database());
        }

        @Override
        List<Service<?>> services(Transactions transactions) {
            return List.of(new Service<>(ServiceRegistry.class, new PostgresServiceRegistry(transactions)));
        }
    };

    /**
     * What is in the database.
     *
     * @param scripts all files of the folder of migrations, named one by one; a test compares
     * @param probe a table that the running bus may read
     * @param rowSecurity whether row-level security keeps tenants apart, so that the running bus must not be able to
     *     bypass it
     */
    record Tables(List<String> scripts, String probe, boolean rowSecurity) {}

    /**
     * Its part of the configuration.
     *
     * @param prefix of its keys for the role
     * @param password empty, with an empty file: that of the tenant registry's role
     */
    record Keys(String prefix, String user, String password, String passwordFile, String database) {}

    /** What it is in service as. */
    record Service<T>(Class<T> type, T instance) {}

    abstract Tables tables();

    abstract Keys keys(RegistryConfiguration configuration);

    abstract List<Service<?>> services(Transactions transactions);

    /** Where the bundle has the migrations. */
    String folder() {
        return "/db/migration/" + word() + "/";
    }

    /** The schema that everything is in. */
    String schema() {
        return word() + "_registry";
    }

    /** As sentences call it. */
    @Override
    public String toString() {
        return word() + " registry";
    }

    /** As keys and folders call it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
