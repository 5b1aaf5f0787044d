package org.esbmt.administration.jmx.internal;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.administration.api.AuditAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers {@value AuditMXBean#OBJECT_NAME} at the platform's MBean server. */
@Component(
        service = {},
        immediate = true)
public final class AuditRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(AuditRegistration.class);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name;

    @Activate
    public AuditRegistration(@Reference AuditAdministration audit) throws JMException {
        this.name = new ObjectName(AuditMXBean.OBJECT_NAME);
        server.registerMBean(
                new DescribedMBean<>(
                        new JmxAudit(audit), AuditMXBean.class, "Who did what to tenants and to the installation."),
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
