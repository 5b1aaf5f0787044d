package org.esbmt.jbi.deployer.internal.installer;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.jbi.JBIException;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponent.State;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.archive.ArchiveLimits;
import org.esbmt.jbi.deployer.internal.archive.InstallerArchive;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.management.api.ComponentDeployer;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.DeploymentException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs and uninstalls components and shared libraries for the system administrator. A part is installed from the
 * write of its record to the record's deletion. The next start removes files that a crash leaves before or after.
 *
 * <p>Operations run one at a time, under a lock that is taken before all other locks of container and deployer.
 */
public final class Installers implements ComponentDeployer {
    private static final Logger LOG = LoggerFactory.getLogger(Installers.class);

    private final InstalledParts parts;
    private final InstalledComponents container;
    private final AssemblyManager assemblies;
    private final ArchiveLimits limits;
    private final ComponentList list;
    private final Removal removal;
    private final ReentrantLock operation = new ReentrantLock();

    /** @param limits the limits of installers */
    public Installers(
            InstalledParts parts, InstalledComponents container, AssemblyManager assemblies, ArchiveLimits limits) {
        this.parts = requireNonNull(parts, "parts");
        this.container = requireNonNull(container, "container");
        this.assemblies = requireNonNull(assemblies, "assemblies");
        this.limits = requireNonNull(limits, "limits");
        this.list = new ComponentList(parts, container);
        this.removal = new Removal(parts);
    }

    /** A part from a file of the hot-deployment folder. */
    public record Sourced(InstalledPart part, String source, String digest) {}

    // --- installing

    @Override
    public InstalledPart install(InputStream archive) throws DeploymentException {
        return install(archive, Optional.empty());
    }

    /**
     * Like {@link #install(InputStream)}.
     *
     * @param source its file in the hot-deployment folder
     */
    public InstalledPart install(InputStream archive, Optional<String> source) throws DeploymentException {
        InstallerArchive read = read(archive);
        return exclusively(() -> {
            if (read.descriptor() instanceof InstallerDescriptor.Library library) {
                return installLibrary(read, library, source);
            }
            try (Installation installation = begin(read)) {
                return installation.install(State.STARTED, source);
            }
        });
    }

    /** Like {@link #install}, for libraries only. */
    public InstalledPart installLibrary(InputStream archive) throws DeploymentException {
        InstallerArchive read = read(archive);
        if (!(read.descriptor() instanceof InstallerDescriptor.Library library)) {
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE, "the archive is the installer of a component, not of a shared library");
        }
        return exclusively(() -> installLibrary(read, library, Optional.empty()));
    }

    /** The first half of an installation; JSR-208 calls it loading an installer. The caller closes the result. */
    public Installation load(InputStream archive) throws DeploymentException {
        InstallerArchive read = read(archive);
        if (!(read.descriptor() instanceof InstallerDescriptor.Component)) {
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE, "the archive is the installer of a shared library, not of a component");
        }
        return exclusively(() -> begin(read));
    }

    /** Loads an installed component for its uninstallation. */
    public Installation loadInstalled(String component) throws DeploymentException {
        return exclusively(() -> {
            ComponentPart part = installed(component);
            return Installation.of(this, part);
        });
    }

    @Override
    public CheckedInstaller check(InputStream archive) throws DeploymentException {
        InstallerArchive read = read(archive);
        InstallerDescriptor descriptor = read.descriptor();
        if (container.find(descriptor.name()).isPresent()
                && parts.component(descriptor.name()).isEmpty()) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED, "the component " + descriptor.name() + " is the bus's own");
        }
        if (descriptor instanceof InstallerDescriptor.Component component) {
            parts.checkLibraries(component);
            List<String> libraries = component.libraries().stream()
                    .map(InstallerDescriptor.LibraryReference::name)
                    .toList();
            return new CheckedInstaller(component.name(), Optional.of(component.type()), libraries, read.packed());
        }
        return new CheckedInstaller(descriptor.name(), Optional.empty(), List.of(), read.packed());
    }

    private InstallerArchive read(InputStream archive) throws DeploymentException {
        try {
            return InstallerArchive.read(archive, limits);
        } catch (IOException e) {
            throw new DeploymentException(
                    Reason.INVALID_ARCHIVE, "the archive could not be read to its end: " + e.getMessage(), e);
        }
    }

    private InstalledPart installLibrary(
            InstallerArchive archive, InstallerDescriptor.Library library, Optional<String> source)
            throws DeploymentException, IOException {
        if (parts.library(library.name()).isPresent()
                || parts.broken(PartRecord.Kind.LIBRARY, library.name()).isPresent()) {
            throw new DeploymentException(
                    Reason.ALREADY_DEPLOYED, "there is a shared library " + library.name() + " already");
        }
        String content = parts.store().addContent(archive);
        PartRecord record = new PartRecord(
                PartRecord.Kind.LIBRARY,
                library.name(),
                content,
                archive.digest(),
                State.SHUTDOWN,
                source,
                Optional.empty());
        try {
            parts.store().put(record);
        } catch (IOException e) {
            parts.store().removeContent(content);
            throw e;
        }
        parts.add(record, library);
        LOG.info("The shared library {} is installed. It is trusted: its code runs as the bus.", library.name());
        return new InstalledPart(true, library.name());
    }

    private Installation begin(InstallerArchive archive) throws DeploymentException, IOException {
        InstallerDescriptor.Component descriptor = (InstallerDescriptor.Component) archive.descriptor();
        checkFree(descriptor.name());
        String content = parts.store().addContent(archive);
        try {
            Bootstrapping bootstrap = parts.bootstrap(descriptor, parts.store().root(content), true);
            return Installation.of(this, descriptor, content, archive.digest(), bootstrap);
        } catch (DeploymentException | IOException | RuntimeException e) {
            parts.store().removeContent(content);
            throw e;
        }
    }

    private void checkFree(String component) throws DeploymentException {
        if (parts.component(component).isPresent()
                || parts.broken(PartRecord.Kind.COMPONENT, component).isPresent()
                || container.find(component).isPresent()) {
            throw new DeploymentException(Reason.ALREADY_DEPLOYED, "there is a component " + component + " already");
        }
    }

    /** The second half of an installation, one operation including the calls of the bootstrap. */
    InstalledPart finish(PartRecord record, InstallerDescriptor.Component descriptor, Bootstrapping bootstrap)
            throws DeploymentException {
        return exclusively(() -> {
            checkFree(descriptor.name());
            bootstrap.onInstall();
            ComponentPart part = new ComponentPart(
                    new PartRecord(
                            record.kind(),
                            record.name(),
                            record.content(),
                            record.digest(),
                            record.desired(),
                            record.source(),
                            bootstrap.changedClassPath()),
                    descriptor);
            try {
                parts.raise(part, record.desired() == State.STARTED);
                parts.store().put(part.record());
            } catch (DeploymentException | IOException | RuntimeException e) {
                parts.lower(part);
                try {
                    bootstrap.onUninstall();
                } catch (DeploymentException e2) {
                    e.addSuppressed(e2);
                }
                throw e;
            }
            parts.add(part);
            LOG.info("The component {} is installed. It is trusted: its code runs as the bus.", part.name());
            return new InstalledPart(false, part.name());
        });
    }

    /** The folder of a loaded installer's files; the installation does not move it. */
    public Path installRoot(Installation installation) {
        return parts.store().root(installation.content());
    }

    /** Runs work while no operation on components runs. */
    void runExclusively(Runnable work) {
        operation.lock();
        try {
            work.run();
        } finally {
            operation.unlock();
        }
    }

    void discard(String content) {
        boolean kept = parts.components().stream()
                .anyMatch(part -> part.record().content().equals(content));
        if (!kept) {
            parts.store().removeContent(content);
        }
    }

    // --- uninstalling

    @Override
    public void uninstall(String component) throws DeploymentException {
        exclusively(() -> {
            Optional<BrokenPart> broken = parts.broken(PartRecord.Kind.COMPONENT, component);
            if (broken.isPresent()) {
                checkNoUnits(component);
                removal.remove(broken.get());
                return null;
            }
            ComponentPart part = installed(component);
            checkNoUnits(component);
            assemblies.withdrawFrom(component); // from here on the component receives no new unit
            try {
                checkNoUnits(component);
                boolean sound = removal.shutDown(part);
                Optional<Bootstrapping> bootstrap = removal.onUninstall(part, sound);
                try {
                    parts.store().remove(PartRecord.Kind.COMPONENT, component);
                } finally {
                    bootstrap.ifPresent(Bootstrapping::close);
                }
            } catch (DeploymentException | IOException | RuntimeException e) {
                resume(part);
                throw e;
            }
            parts.forget(part);
            parts.lower(part);
            parts.store().removeContent(part.record().content());
            LOG.info("The component {} is uninstalled.", component);
            return null;
        });
    }

    private void checkNoUnits(String component) throws DeploymentException {
        List<String> users = assemblies.usersOf(component).stream()
                .map(AssemblyKey::toString)
                .toList();
        if (!users.isEmpty()) {
            throw new DeploymentException(
                    Reason.IN_USE,
                    "units are deployed to the component " + component + ", of " + String.join(", ", users)
                            + "; undeploy them first");
        }
    }

    /** Lets a component run again, with its units, after a failed uninstallation. */
    private void resume(ComponentPart part) {
        try {
            if (part.record().desired() == State.STARTED && part.running().isPresent()) {
                part.running().get().component().start();
            }
        } catch (JBIException e) {
            LOG.error("The component {} was not uninstalled, and could not be started again.", part.name(), e);
        }
        assemblies.returnTo(part.name());
    }

    @Override
    public void uninstallLibrary(String name) throws DeploymentException {
        exclusively(() -> {
            Optional<BrokenPart> broken = parts.broken(PartRecord.Kind.LIBRARY, name);
            if (broken.isPresent()) {
                removal.remove(broken.get());
                return null;
            }
            LibraryPart library = parts.library(name)
                    .orElseThrow(() ->
                            new DeploymentException(Reason.NO_SUCH_COMPONENT, "there is no shared library " + name));
            List<String> users = list.usersOf(name);
            if (!users.isEmpty()) {
                throw new DeploymentException(
                        Reason.IN_USE,
                        "the shared library " + name + " is used by " + String.join(", ", users)
                                + "; uninstall them first");
            }
            parts.store().remove(PartRecord.Kind.LIBRARY, name);
            parts.forget(library);
            parts.store().removeContent(library.record().content());
            LOG.info("The shared library {} is uninstalled.", name);
            return null;
        });
    }

    // --- life cycle

    @Override
    public DeployedComponent start(String name) throws DeploymentException {
        return changing(name, "started", State.STARTED, component -> {
            component.start();
            assemblies.returnTo(name);
        });
    }

    @Override
    public DeployedComponent stop(String name) throws DeploymentException {
        return changing(name, "stopped", State.STOPPED, InstalledComponent::stop);
    }

    @Override
    public DeployedComponent shutDown(String name) throws DeploymentException {
        return changing(name, "shut down", State.SHUTDOWN, component -> {
            assemblies.withdrawFrom(name);
            try {
                Removal.shutDown(component);
            } catch (JBIException | RuntimeException e) {
                // A running component receives its units again; the units of a component that is not running report
                // that it must be started.
                assemblies.returnTo(name);
                throw e;
            }
        });
    }

    private interface Change {
        void of(InstalledComponent component) throws JBIException;
    }

    private DeployedComponent changing(String name, String verb, State desired, Change change)
            throws DeploymentException {
        return exclusively(() -> {
            Optional<ComponentPart> waiting =
                    parts.component(name).filter(p -> p.running().isEmpty());
            if (waiting.isPresent()) {
                parts.raise(waiting.get(), false);
            }
            InstalledComponent component = container
                    .find(name)
                    .orElseThrow(
                            () -> new DeploymentException(Reason.NO_SUCH_COMPONENT, "there is no component " + name));
            try {
                change.of(component);
            } catch (JBIException e) {
                throw new DeploymentException(
                        Reason.COMPONENT_FAILED,
                        "the component " + name + " cannot be " + verb + ": " + e.getMessage(),
                        e);
            }
            Optional<ComponentPart> part = parts.component(name);
            if (part.isPresent()) {
                PartRecord changed = part.get().record().wanting(desired);
                parts.store().put(changed);
                part.get().record(changed);
                part.get().failure(Optional.empty());
            }
            return list.deployed(component);
        });
    }

    // --- queries

    @Override
    public List<DeployedComponent> components() {
        return list.components();
    }

    @Override
    public List<SharedLibrary> libraries() {
        return list.libraries();
    }

    /** The parts installed from files of the hot-deployment folder: components, then the libraries that they use. */
    public List<Sourced> sourced() {
        return list.sourced();
    }

    /** True for a component of an installer. */
    public boolean isInstalled(String component) {
        return parts.component(component).isPresent();
    }

    // --- steps

    private ComponentPart installed(String component) throws DeploymentException {
        return parts.component(component)
                .orElseThrow(() -> new DeploymentException(
                        Reason.NO_SUCH_COMPONENT,
                        container.find(component).isPresent()
                                ? "the component " + component + " is the bus's own and cannot be uninstalled"
                                : "there is no component " + component));
    }

    interface Work<T> {
        T run() throws DeploymentException, IOException, JBIException;
    }

    <T> T exclusively(Work<T> work) throws DeploymentException {
        operation.lock();
        try {
            return work.run();
        } catch (DeploymentException e) {
            if (e.getCause() != null) {
                LOG.warn("An operation on components failed: {}.", e.getMessage(), e.getCause());
            }
            throw e;
        } catch (JBIException e) {
            throw new DeploymentException(Reason.COMPONENT_FAILED, e.getMessage(), e);
        } catch (IOException e) {
            LOG.error("An operation on components failed.", e);
            throw new DeploymentException(
                    Reason.INTERNAL, "the operation on components failed; see the log of the node", e);
        } finally {
            operation.unlock();
        }
    }
}
