package org.esbmt.jbi.deployer.internal.jmx;

import java.util.LinkedHashSet;
import java.util.Set;
import javax.jbi.management.AdminServiceMBean;
import javax.jbi.management.ComponentLifeCycleMBean;
import javax.jbi.management.DeploymentServiceMBean;
import javax.jbi.management.InstallationServiceMBean;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.esbmt.jbi.container.api.InstalledComponent;
import org.esbmt.jbi.container.api.InstalledComponents;
import org.esbmt.jbi.container.api.jmx.DescribedMBean;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyKey;
import org.esbmt.jbi.deployer.internal.assembly.AssemblyManager;
import org.esbmt.jbi.deployer.internal.installer.Installers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers and unregisters the MBeans of JSR-208: the three system services, one life cycle for each component, one
 * for each assembly. Threads: any.
 */
final class JbiManagement implements AssemblyManager.Listener, InstalledComponents.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JbiManagement.class);

    private final MBeanServer server;
    private final AssemblyManager assemblies;
    private final Installers installers;
    private final InstallationServiceBean installations;
    private final Set<ObjectName> registered = new LinkedHashSet<>();
    private boolean closed;

    JbiManagement(
            MBeanServer server,
            AssemblyManager assemblies,
            Installers installers,
            InstalledComponents components,
            String systemInfo) {
        this.server = server;
        this.assemblies = assemblies;
        this.installers = installers;
        this.installations = new InstallationServiceBean(installers, this);
        register(JbiNames.systemService(JbiNames.INSTALLATION_SERVICE), installations, InstallationServiceMBean.class);
        register(
                JbiNames.systemService(JbiNames.ADMIN_SERVICE),
                new AdminServiceBean(components, systemInfo),
                AdminServiceMBean.class);
        register(
                JbiNames.systemService(JbiNames.DEPLOYMENT_SERVICE),
                new DeploymentServiceBean(assemblies, components),
                DeploymentServiceMBean.class);
    }

    @Override
    public void deployed(AssemblyKey key) {
        register(JbiNames.assembly(key), new ServiceAssemblyBean(key, assemblies), ServiceAssemblyMBean.class);
    }

    @Override
    public void undeployed(AssemblyKey key) {
        unregister(JbiNames.assembly(key));
    }

    @Override
    public void installed(InstalledComponent component) {
        register(
                JbiNames.component(component.name()),
                new ComponentLifeCycleBean(component, installers),
                ComponentLifeCycleMBean.class);
    }

    @Override
    public void uninstalling(InstalledComponent component) {
        unregister(JbiNames.component(component.name()));
    }

    @Override
    public void close() {
        installations.close();
        unregisterAll();
    }

    private synchronized void unregisterAll() {
        closed = true;
        for (ObjectName name : Set.copyOf(registered)) {
            unregister(name);
        }
    }

    synchronized <T> void register(ObjectName name, T bean, Class<T> type) {
        if (closed) {
            return;
        }
        try {
            StandardMBean mbean = new DescribedMBean<>(bean, type, type.getSimpleName() + " of JSR-208.");
            try {
                server.registerMBean(mbean, name);
            } catch (InstanceAlreadyExistsException e) {
                // A listener was called twice, or a bundle ended without unregistering its MBeans.
                server.unregisterMBean(name);
                server.registerMBean(mbean, name);
            }
            registered.add(name);
        } catch (JMException e) {
            LOG.error("The MBean {} cannot be registered, so JMX does not show it.", name, e);
        }
    }

    synchronized void unregister(ObjectName name) {
        if (!registered.remove(name)) {
            return;
        }
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("The MBean {} was unregistered by other code.", name, e);
        } catch (JMException e) {
            LOG.warn("The MBean {} cannot be unregistered.", name, e);
        }
    }
}
