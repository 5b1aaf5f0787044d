package org.esbmt.jbi.deployer.internal.hot;

import java.nio.file.Path;
import java.util.Objects;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers the hot deployment of installers for File Install, beside that of assemblies. */
@Component(
        immediate = true,
        service = {})
public final class InstallerDeploymentComponent {
    private final AssemblyManager assemblies;
    private final InstallerDeployment deployment;
    private final ServiceRegistration<?> registration;

    @Activate
    public InstallerDeploymentComponent(
            BundleContext context, @Reference Installers installers, @Reference AssemblyManager assemblies) {
        Path base = Path.of(Objects.requireNonNullElse(context.getProperty("karaf.base"), ""));
        this.assemblies = assemblies;
        this.deployment = new InstallerDeployment(installers, base);
        deployment.forgetRemovedFiles();
        assemblies.addListener(deployment);
        this.registration = context.registerService(
                new String[] {ArtifactInstaller.class.getName(), InstalledComponents.Listener.class.getName()},
                deployment,
                null);
    }

    @Deactivate
    public void close() {
        registration.unregister();
        assemblies.removeListener(deployment);
        deployment.close();
    }
}
