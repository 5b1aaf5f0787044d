package org.esbmt.administration.jmx.internal;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.TenantAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers administration as {@value AdministrationMXBean#OBJECT_NAME} at the platform's MBean server. */
@Component(
        service = {},
        immediate = true)
public final class AdministrationRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(AdministrationRegistration.class);

    private final MBeanServer server;
    private final ObjectName name;

    @Activate
    public AdministrationRegistration(
            @Reference TenantAdministration tenants,
            @Reference AssemblyAdministration assemblies,
            @Reference AdministratorAccounts accounts,
            @Reference InstallationStatus status)
            throws JMException {
        this(ManagementFactory.getPlatformMBeanServer(), new JmxAdministration(tenants, assemblies, accounts, status));
    }

    AdministrationRegistration(MBeanServer server, AdministrationMXBean administration) throws JMException {
        this.server = server;
        this.name = new ObjectName(AdministrationMXBean.OBJECT_NAME);
        server.registerMBean(
                new DescribedMBean<>(
                        administration,
                        AdministrationMXBean.class,
                        "Tenants, their users and their service assemblies."),
                name);
    }

    @Deactivate
    void unregister() throws JMException {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException e) {
            LOG.debug("Somebody has unregistered {} before.", name, e);
        }
    }
}
