package org.esbmt.jbi.deployer.internal.installer;

import java.util.Optional;
import javax.management.ObjectName;
import org.esbmt.jbi.container.api.InstalledComponent.State;
import org.esbmt.jbi.deployer.internal.archive.InstallerDescriptor;
import org.esbmt.management.api.ComponentDeployer.InstalledPart;
import org.esbmt.management.api.DeploymentException;

/**
 * A loaded installer of a component (JSR-208, section 6.4). It installs a component that is not installed, and
 * uninstalls an installed one. Closing it deletes the files of a component that was not installed. Threads: any.
 */
public final class Installation implements AutoCloseable {
    private final Installers installers;
    private final InstallerDescriptor.Component descriptor;
    private final String content;
    private final String digest;
    private volatile Optional<Bootstrapping> bootstrap; // changed in an operation of the installers
    private boolean closed; // changed in an operation of the installers

    private Installation(
            Installers installers,
            InstallerDescriptor.Component descriptor,
            String content,
            String digest,
            Optional<Bootstrapping> bootstrap) {
        this.installers = installers;
        this.descriptor = descriptor;
        this.content = content;
        this.digest = digest;
        this.bootstrap = bootstrap;
    }

    static Installation of(
            Installers installers,
            InstallerDescriptor.Component descriptor,
            String content,
            String digest,
            Bootstrapping bootstrap) {
        return new Installation(installers, descriptor, content, digest, Optional.of(bootstrap));
    }

    /** The installation of an installed component; its bootstrap is created when it is uninstalled. */
    static Installation of(Installers installers, ComponentPart part) {
        return new Installation(
                installers,
                part.descriptor(),
                part.record().content(),
                part.record().digest(),
                Optional.empty());
    }

    public String component() {
        return descriptor.name();
    }

    String content() {
        return content;
    }

    public boolean isInstalled() {
        return installers.isInstalled(component());
    }

    /** The bootstrap's own MBean, while the component is not installed yet. */
    public Optional<ObjectName> extensionMBean() {
        return bootstrap.flatMap(Bootstrapping::extensionMBean);
    }

    /**
     * Installs the component.
     *
     * @param desired STARTED, or SHUTDOWN as defined by the standard
     * @param source its file in the hot-deployment folder
     */
    public InstalledPart install(State desired, Optional<String> source) throws DeploymentException {
        return installers.exclusively(() -> {
            if (closed) {
                throw new DeploymentException(
                        DeploymentException.Reason.NO_SUCH_COMPONENT,
                        "the installer of the component " + component() + " was unloaded; load it again");
            }
            Bootstrapping mine = bootstrap.orElseThrow(() -> new DeploymentException(
                    DeploymentException.Reason.ALREADY_DEPLOYED,
                    "the component " + component() + " is installed already"));
            InstalledPart part = installers.finish(
                    new PartRecord(
                            PartRecord.Kind.COMPONENT, component(), content, digest, desired, source, Optional.empty()),
                    descriptor,
                    mine);
            bootstrap = Optional.empty();
            mine.close();
            return part;
        });
    }

    /** Uninstalls the component. A new installation needs the installer to be loaded again. */
    public void uninstall() throws DeploymentException {
        installers.uninstall(component());
    }

    /** Waits for a running installation. */
    @Override
    public void close() {
        installers.runExclusively(() -> {
            closed = true;
            bootstrap.ifPresent(Bootstrapping::close);
            bootstrap = Optional.empty();
            installers.discard(content);
        });
    }
}
