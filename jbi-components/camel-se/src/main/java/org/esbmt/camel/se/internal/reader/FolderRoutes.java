package org.esbmt.camel.se.internal.reader;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.jbi.management.DeploymentException;
import org.esbmt.camel.se.internal.model.RouteUnit;
import org.esbmt.jbi.container.api.ServiceUnitOwner;
import org.esbmt.jbi.container.api.unit.Finding;
import org.esbmt.jbi.container.api.unit.UnitFiles;

/** The routes of a deployed unit: what the bus has written for a tenant, or what the author of a plain unit wrote. */
public final class FolderRoutes {
    private final ContentCheck check;

    public FolderRoutes(ContentCheck check) {
        this.check = requireNonNull(check, "check");
    }

    /**
     * Reads them. Called by the deployer's threads.
     *
     * @param root the unit's folder
     * @throws DeploymentException with all findings, a line each
     */
    public RouteUnit read(Path root) throws DeploymentException {
        try {
            boolean tenant = ServiceUnitOwner.read(root).tenant().isPresent();
            UnitFiles files = new Folder(root);
            RouteUnitReader.Reading reading =
                    tenant ? RouteUnitReader.readRewritten(files, check) : RouteUnitReader.read(files, check);
            if (reading.unit().isPresent()) {
                return reading.unit().get();
            }
            throw new DeploymentException(
                    reading.findings().stream().map(Finding::toString).collect(Collectors.joining("\n")));
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            throw new DeploymentException("The unit in " + root + " cannot be read: " + e.getMessage(), e);
        }
    }

    private record Folder(Path root) implements UnitFiles {
        @Override
        public SortedSet<String> names() {
            try (Stream<Path> files = Files.walk(root)) {
                return files.filter(Files::isRegularFile)
                        .map(file -> root.relativize(file).toString().replace('\\', '/'))
                        .collect(Collectors.toCollection(TreeSet::new));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Optional<byte[]> content(String name) {
            try {
                Path file = root.resolve(name);
                return Files.isRegularFile(file) && file.toRealPath().startsWith(root.toRealPath())
                        ? Optional.of(Files.readAllBytes(file))
                        : Optional.empty();
            } catch (InvalidPathException e) {
                return Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
