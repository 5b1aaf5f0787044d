package org.esbmt.jbi.deployer.internal.installer;

import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.jbi.JBIException;
import javax.jbi.component.Component;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor.ClassPath;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor.LibraryReference;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The installed libraries and components of this node, with their class loaders. Restores those of the last run:
 * libraries, then components, before assemblies look for them. Changed by one thread at a time, read by any.
 */
public final class InstalledParts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(InstalledParts.class);

    private final InstalledComponents container;
    private final PartStore store;
    private final ContainerClasses classes;
    private final Map<String, LibraryPart> libraries = new ConcurrentSkipListMap<>();
    private final Map<String, ComponentPart> components = new ConcurrentSkipListMap<>();
    /** Broken parts by the name of the record's file. */
    private final Map<String, BrokenPart> broken = new ConcurrentSkipListMap<>();

    private InstalledParts(InstalledComponents container, PartStore store, ComponentLibraries libraries) {
        this.container = container;
        this.store = store;
        this.classes = new ContainerClasses(InstalledParts.class.getClassLoader(), libraries);
    }

    /**
     * Restores the installed parts, and starts the components that should run.
     *
     * @param folder the folder of this node's installed parts
     * @param libraries visible to all parts
     * @throws IOException if the folder cannot be used
     */
    public static InstalledParts open(InstalledComponents container, Path folder, ComponentLibraries libraries)
            throws IOException {
        InstalledParts parts = new InstalledParts(container, new PartStore(folder), libraries);
        List<PartRecord> records = parts.store.recover();
        for (PartRecord.Kind kind : PartRecord.Kind.values()) {
            records.stream().filter(record -> record.kind() == kind).forEach(parts::recover);
        }
        return parts;
    }

    private void recover(PartRecord record) {
        try {
            InstallerDescriptor descriptor = store.descriptor(record.content());
            if (record.kind() == PartRecord.Kind.LIBRARY) {
                add(record, (InstallerDescriptor.Library) descriptor);
            } else {
                ComponentPart part = new ComponentPart(record, (InstallerDescriptor.Component) descriptor);
                components.put(part.name(), part);
                recover(part);
            }
        } catch (IOException | DeploymentException | RuntimeException e) {
            LOG.error(
                    "The {} {} of the last run cannot be restored; uninstall it and install it again.",
                    record.kind().text(),
                    record.name(),
                    e);
            if (record.kind() == PartRecord.Kind.LIBRARY
                    || component(record.name()).isEmpty()) {
                broken.put(record.fileName(), new BrokenPart(record, "it cannot be read: " + PartCode.message(e)));
            }
        }
    }

    private void recover(ComponentPart part) throws DeploymentException {
        InstalledComponent.State desired = part.record().desired();
        try {
            raise(part, desired != InstalledComponent.State.SHUTDOWN);
            if (desired == InstalledComponent.State.STOPPED) {
                part.running().orElseThrow().component().stop();
            }
        } catch (DeploymentException | JBIException e) {
            LOG.error("The component {} is installed, but is not {}: {}", part.name(), desired, e.getMessage(), e);
            part.failure(Optional.of(e.getMessage()));
            if (part.running().isEmpty()) {
                raise(part, false); // an administrator can start it when its libraries are installed
                part.failure(Optional.of(e.getMessage()));
            }
        }
    }

    PartStore store() {
        return store;
    }

    Optional<LibraryPart> library(String name) {
        return Optional.ofNullable(libraries.get(name));
    }

    Optional<ComponentPart> component(String name) {
        return Optional.ofNullable(components.get(name));
    }

    /** An installed part with a readable record but unreadable files. */
    Optional<BrokenPart> broken(PartRecord.Kind kind, String name) {
        return Optional.ofNullable(broken.get(PartRecord.fileName(kind, name)));
    }

    Collection<BrokenPart> broken() {
        return broken.values();
    }

    Collection<LibraryPart> libraries() {
        return libraries.values();
    }

    Collection<ComponentPart> components() {
        return components.values();
    }

    void add(PartRecord record, InstallerDescriptor.Library descriptor) {
        PartLoader loader = new PartLoader(
                descriptor.name(), store.root(record.content()), descriptor.classPath(), classes, List.of());
        libraries.put(descriptor.name(), new LibraryPart(record, descriptor, loader));
    }

    void add(ComponentPart part) {
        components.put(part.name(), part);
    }

    void forget(LibraryPart library) {
        libraries.remove(library.descriptor().name());
        close(library.loader());
    }

    void forget(BrokenPart part) {
        broken.remove(part.record().fileName());
    }

    /** Removes the part; the component stays in the container until {@link #lower}. */
    void forget(ComponentPart part) {
        components.remove(part.name());
    }

    /** The loaders of the component's libraries. Throws if one is missing. */
    private List<PartLoader> loaders(InstallerDescriptor.Component descriptor) throws DeploymentException {
        List<PartLoader> loaders = new ArrayList<>();
        for (LibraryReference reference : descriptor.libraries()) {
            LibraryPart library = library(reference.name())
                    .orElseThrow(() -> new DeploymentException(
                            Reason.UNKNOWN_LIBRARY,
                            "the component " + descriptor.name() + " needs the shared library " + reference.name()
                                    + ", which is not installed"));
            String version = library.descriptor().version();
            if (!reference.version().isBlank() && !reference.version().strip().equals(version)) {
                LOG.warn(
                        "The component {} was made with version {} of the shared library {}, but version {} is"
                                + " installed.",
                        descriptor.name(),
                        reference.version(),
                        reference.name(),
                        version);
            }
            loaders.add(library.loader());
        }
        return loaders;
    }

    /** Refuses a component that needs a missing library. */
    void checkLibraries(InstallerDescriptor.Component descriptor) throws DeploymentException {
        loaders(descriptor);
    }

    Bootstrapping bootstrap(InstallerDescriptor.Component descriptor, Path root, boolean install)
            throws DeploymentException, IOException {
        PartLoader loader = new PartLoader(
                descriptor.name() + "-bootstrap", root, descriptor.bootstrapPath(), classes, loaders(descriptor));
        return Bootstrapping.open(
                new InstallationSetting(descriptor, root, install), descriptor.bootstrapClass(), loader);
    }

    /** Creates the component and adds it to the container. */
    void raise(ComponentPart part, boolean start) throws DeploymentException {
        InstallerDescriptor.Component descriptor = part.descriptor();
        Path root = store.root(part.record().content());
        ClassPath path = new ClassPath(
                part.record().classPath().orElse(descriptor.classPath().elements()),
                descriptor.classPath().selfFirst());
        PartLoader loader = new PartLoader(descriptor.name(), root, path, classes, loaders(descriptor));
        try {
            Component made =
                    PartCode.in(loader, () -> PartCode.make(Component.class, descriptor.componentClass(), loader));
            InstalledComponent installed = container.add(
                    made,
                    Map.of(
                            InstalledComponents.NAME, descriptor.name(),
                            InstalledComponents.TYPE, descriptor.type(),
                            InstalledComponents.DESCRIPTION, descriptor.description(),
                            InstalledComponents.INSTALL_ROOT, root.toString(),
                            InstalledComponents.START, start));
            part.running(Optional.of(new ComponentPart.Running(installed, loader)));
            part.failure(Optional.empty());
        } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
            close(loader);
            throw new DeploymentException(
                    Reason.COMPONENT_FAILED,
                    "the component " + descriptor.name() + " cannot be installed: " + PartCode.message(e),
                    e);
        }
    }

    /** Removes the component from the container, with its classes. */
    void lower(ComponentPart part) {
        part.running().ifPresent(running -> {
            container.remove(running.component());
            close(running.loader());
            part.running(Optional.empty());
        });
    }

    private static void close(URLClassLoader loader) {
        try {
            loader.close();
        } catch (IOException e) {
            LOG.debug("The class loader {} could not close its files.", loader.getName(), e);
        }
    }

    /** Shuts the components down; the next {@link #open} restores all of them. */
    @Override
    public void close() {
        components.values().forEach(this::lower);
        libraries.values().forEach(library -> close(library.loader()));
        close(classes);
    }
}
