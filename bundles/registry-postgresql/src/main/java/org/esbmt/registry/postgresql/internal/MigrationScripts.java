package org.esbmt.registry.postgresql.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;

/**
 * The scripts of {@code registries-sql/tenant-registry/migrations}, which the build puts into this bundle. Named one by
 * one, so that Flyway does not have to search class paths, which it cannot in every container.
 */
final class MigrationScripts implements ResourceProvider {
    /** All files of the folder; a test compares. */
    static final List<String> NAMES =
            List.of("V1__tenants_users_credentials_roles.sql", "V2__new_tenants_are_told.sql", "afterMigrate.sql");

    private static final String FOLDER = "/db/migration/tenant/";

    @Override
    public LoadableResource getResource(String name) {
        return NAMES.contains(name) ? new Script(name) : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return NAMES.stream()
                .filter(n -> n.startsWith(prefix) && List.of(suffixes).stream().anyMatch(n::endsWith))
                .<LoadableResource>map(Script::new)
                .toList();
    }

    private static final class Script extends LoadableResource {
        private final String name;

        Script(String name) {
            this.name = name;
        }

        @Override
        public Reader read() {
            try (InputStream in = MigrationScripts.class.getResourceAsStream(FOLDER + name)) {
                return new StringReader(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String getAbsolutePath() {
            return FOLDER + name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return FOLDER + name;
        }

        @Override
        public String getFilename() {
            return name;
        }

        @Override
        public String getRelativePath() {
            return name;
        }
    }
}
