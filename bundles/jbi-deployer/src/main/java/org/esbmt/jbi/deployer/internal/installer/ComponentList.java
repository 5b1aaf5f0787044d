package org.esbmt.jbi.deployer.internal.installer;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponent.State;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;
import org.esbmt.jbi.deployer.internal.installer.Installers.Sourced;
import org.esbmt.management.api.ComponentDeployer.DeployedComponent;
import org.esbmt.management.api.ComponentDeployer.InstalledPart;
import org.esbmt.management.api.ComponentDeployer.SharedLibrary;

/** The installed components for the system administrator: the bus's own components and those of installers. */
final class ComponentList {
    private final InstalledParts parts;
    private final InstalledComponents container;

    ComponentList(InstalledParts parts, InstalledComponents container) {
        this.parts = requireNonNull(parts, "parts");
        this.container = requireNonNull(container, "container");
    }

    List<DeployedComponent> components() {
        List<DeployedComponent> all =
                new ArrayList<>(container.all().stream().map(this::deployed).toList());
        parts.components().stream()
                .filter(part -> part.running().isEmpty())
                .map(ComponentList::missing)
                .forEach(all::add);
        broken(PartRecord.Kind.COMPONENT)
                .map(part -> new DeployedComponent(
                        part.record().name(),
                        "",
                        "",
                        State.UNKNOWN.text(),
                        true,
                        List.of(),
                        Optional.of(part.failure()),
                        Optional.of(part.record().digest()),
                        part.record().source().isPresent(),
                        Optional.of(part.record().desired().text())))
                .forEach(all::add);
        all.sort(Comparator.comparing(DeployedComponent::name));
        return all;
    }

    List<SharedLibrary> libraries() {
        List<SharedLibrary> all = new ArrayList<>();
        parts.libraries().stream().map(this::shared).forEach(all::add);
        broken(PartRecord.Kind.LIBRARY)
                .map(part -> new SharedLibrary(
                        part.record().name(),
                        "",
                        part.failure(),
                        usersOf(part.record().name()),
                        part.record().digest(),
                        part.record().source().isPresent()))
                .forEach(all::add);
        all.sort(Comparator.comparing(SharedLibrary::name));
        return all;
    }

    private SharedLibrary shared(LibraryPart library) {
        InstallerDescriptor.Library descriptor = library.descriptor();
        return new SharedLibrary(
                descriptor.name(),
                descriptor.version(),
                descriptor.description(),
                usersOf(descriptor.name()),
                library.record().digest(),
                library.record().source().isPresent());
    }

    private Stream<BrokenPart> broken(PartRecord.Kind kind) {
        return parts.broken().stream().filter(part -> part.record().kind() == kind);
    }

    /** The parts installed from files of the hot-deployment folder: components, then the libraries that they use. */
    List<Sourced> sourced() {
        List<PartRecord> records = new ArrayList<>();
        parts.components().forEach(part -> records.add(part.record()));
        parts.libraries().forEach(library -> records.add(library.record()));
        parts.broken().forEach(part -> records.add(part.record()));
        return records.stream()
                .filter(record -> record.source().isPresent())
                .map(record -> new Sourced(
                        new InstalledPart(record.kind() == PartRecord.Kind.LIBRARY, record.name()),
                        record.source().get(),
                        record.digest()))
                .toList();
    }

    /** The components that use a shared library. */
    List<String> usersOf(String library) {
        return parts.components().stream()
                .filter(part -> part.uses(library))
                .map(ComponentPart::name)
                .toList();
    }

    DeployedComponent deployed(InstalledComponent component) {
        Optional<ComponentPart> part = parts.component(component.name());
        return new DeployedComponent(
                component.name(),
                component.type() == InstalledComponent.Type.BINDING_COMPONENT ? "binding-component" : "service-engine",
                component.description(),
                component.state().text(),
                part.isPresent(),
                part.map(ComponentList::libraries).orElse(List.of()),
                part.flatMap(ComponentPart::failure),
                part.map(p -> p.record().digest()),
                part.flatMap(p -> p.record().source()).isPresent(),
                part.map(p -> p.record().desired().text()));
    }

    /** A component that could not be created at the start. */
    private static DeployedComponent missing(ComponentPart part) {
        return new DeployedComponent(
                part.name(),
                part.descriptor().type(),
                part.descriptor().description(),
                State.UNKNOWN.text(),
                true,
                libraries(part),
                part.failure(),
                Optional.of(part.record().digest()),
                part.record().source().isPresent(),
                Optional.of(part.record().desired().text()));
    }

    private static List<String> libraries(ComponentPart part) {
        return part.descriptor().libraries().stream()
                .map(InstallerDescriptor.LibraryReference::name)
                .toList();
    }
}
