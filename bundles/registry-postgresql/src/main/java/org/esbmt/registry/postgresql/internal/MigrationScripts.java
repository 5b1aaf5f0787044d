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
 * The migrations of a registry, listed one by one. Flyway therefore does not search class paths, which fails in some
 * containers.
 */
final class MigrationScripts implements ResourceProvider {
    private final List<String> names;
    private final String folder;

    MigrationScripts(RegistryDatabase registry) {
        this.names = registry.tables().scripts();
        this.folder = registry.folder();
    }

    @Override
    public LoadableResource getResource(String name) {
        return names.contains(name) ? new Script(folder, name) : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
        return names.stream()
                .filter(n -> n.startsWith(prefix) && List.of(suffixes).stream().anyMatch(n::endsWith))
                .<LoadableResource>map(name -> new Script(folder, name))
                .toList();
    }

    private static final class Script extends LoadableResource {
        private final String folder;
        private final String name;

        Script(String folder, String name) {
            this.folder = folder;
            this.name = name;
        }

        @Override
        public Reader read() {
            try (InputStream in = MigrationScripts.class.getResourceAsStream(folder + name)) {
                return new StringReader(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public String getAbsolutePath() {
            return folder + name;
        }

        @Override
        public String getAbsolutePathOnDisk() {
            return folder + name;
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
