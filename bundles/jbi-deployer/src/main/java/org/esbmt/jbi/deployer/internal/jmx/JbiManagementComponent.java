package org.esbmt.jbi.deployer.internal.jmx;

import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Publishes the container in JMX: in the MBean server that Karaf registers and guards, or without one in the
 * platform's.
 */
@Component(
        immediate = true,
        service = {})
public final class JbiManagementComponent {
    private final AssemblyManager assemblies;
    private final JbiManagement management;
    private final ServiceRegistration<InstalledComponents.Listener> registration;

    @Activate
    public JbiManagementComponent(
            BundleContext context,
            @Reference AssemblyManager assemblies,
            @Reference Installers installers,
            @Reference InstalledComponents components,
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    MBeanServer server) {
        this.assemblies = assemblies;
        this.management = new JbiManagement(
                server == null ? ManagementFactory.getPlatformMBeanServer() : server,
                assemblies,
                installers,
                components,
                "ESB-MT " + context.getBundle().getVersion());
        assemblies.addListener(management);
        this.registration = context.registerService(InstalledComponents.Listener.class, management, null);
    }

    @Deactivate
    public void close() {
        registration.unregister();
        assemblies.removeListener(management);
        management.close();
    }
}
