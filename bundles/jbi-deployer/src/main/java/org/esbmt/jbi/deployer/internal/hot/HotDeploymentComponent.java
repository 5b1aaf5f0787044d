package org.esbmt.jbi.deployer.internal.hot;

import java.nio.file.Path;
import java.util.Objects;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers the hot deployment of assemblies for File Install, which watches Karaf's {@code deploy/}. */
@Component(
        immediate = true,
        service = {})
public final class HotDeploymentComponent {
    private final AssemblyManager assemblies;
    private final HotDeployment deployment;
    private final ServiceRegistration<?> registration;

    @Activate
    public HotDeploymentComponent(BundleContext context, @Reference AssemblyManager assemblies) {
        Path base = Path.of(Objects.requireNonNullElse(context.getProperty("karaf.base"), ""));
        this.assemblies = assemblies;
        this.deployment = new HotDeployment(assemblies, base);
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
    }
}
