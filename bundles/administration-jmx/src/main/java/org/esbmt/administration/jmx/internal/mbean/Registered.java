package org.esbmt.administration.jmx.internal.mbean;

import java.util.List;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An MBean while it is registered. */
public final class Registered {
    private static final Logger LOG = LoggerFactory.getLogger(Registered.class);

    private final List<MBeanServer> servers;
    private final ObjectName name;

    Registered(MBeanServer platform, MBeanServer own, ObjectName name) {
        this.servers = List.of(platform, own);
        this.name = name;
    }

    public void unregister() throws JMException {
        for (MBeanServer server : servers) {
            try {
                server.unregisterMBean(name);
            } catch (InstanceNotFoundException e) {
                LOG.debug("The MBean {} was unregistered before.", name, e);
            }
        }
    }
}
