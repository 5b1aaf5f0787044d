package org.esbmt.administration.jmx.internal;

import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.esbmt.administration.api.batch.BatchAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Registers {@value BatchesMXBean#OBJECT_NAME} at the platform's MBean server. */
@Component(
        service = {},
        immediate = true)
public final class BatchesRegistration {
    private static final Logger LOG = LoggerFactory.getLogger(BatchesRegistration.class);

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName name;

    @Activate
    public BatchesRegistration(@Reference BatchAdministration batches) throws JMException {
        this.name = new ObjectName(BatchesMXBean.OBJECT_NAME);
        server.registerMBean(new StandardMBean(new JmxBatches(batches), BatchesMXBean.class, true), name);
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
