package org.esbmt.administration.jmx.internal;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.QuotaAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers {@value QuotasMXBean#OBJECT_NAME} at the platform's MBean server. */
@Component(
        service = {},
        immediate = true)
public final class QuotasRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(QuotasRegistration.class);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name;

    @Activate
    public QuotasRegistration(@Reference QuotaAdministration quotas, @Reference ContingentAdministration contingents)
            throws JMException {
        this.name = new ObjectName(QuotasMXBean.OBJECT_NAME);
        server.registerMBean(
                new DescribedMBean<>(
                        new JmxQuotas(quotas, contingents),
                        QuotasMXBean.class,
                        "What tenants and their users may have, and what they use."),
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
