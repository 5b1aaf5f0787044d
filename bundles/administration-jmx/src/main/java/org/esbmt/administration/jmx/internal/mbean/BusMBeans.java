package org.esbmt.administration.jmx.internal.mbean;

import static java.util.Objects.requireNonNull;

import java.lang.management.ManagementFactory;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectName;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/**
 * The MBean servers of the administration's MBeans. Administrators of the whole container use the platform's MBean
 * server. All other users use a server without any other MBean.
 */
@Component(service = BusMBeans.class)
public final class BusMBeans {
    /** The domain of all the administration's MBeans. */
    public static final String DOMAIN = "org.esbmt";

    private final MBeanServer platform;
    private final MBeanServer own;

    @Activate
    public BusMBeans() {
        this(ManagementFactory.getPlatformMBeanServer());
    }

    public BusMBeans(MBeanServer platform) {
        this.platform = requireNonNull(platform, "platform");
        // The JDK's own builder, whatever builder the container has configured.
        MBeanServerBuilder builder = new MBeanServerBuilder();
        MBeanServerDelegate delegate = builder.newMBeanServerDelegate();
        this.own = builder.newMBeanServer(DOMAIN, null, delegate);
    }

    /** The server without any other MBean. */
    public MBeanServer own() {
        return own;
    }

    /**
     * Registers an MBean at both servers.
     *
     * @param bean makes the MBean; each server has its own
     */
    public Registered register(Supplier<?> bean, String name) throws JMException {
        ObjectName registered = new ObjectName(name);
        if (!registered.getDomain().equals(DOMAIN)) {
            throw new IllegalArgumentException(name + " is not in the domain " + DOMAIN);
        }
        platform.registerMBean(bean.get(), registered);
        try {
            own.registerMBean(bean.get(), registered);
        } catch (JMException e) {
            platform.unregisterMBean(registered);
            throw e;
        }
        return new Registered(platform, own, registered);
    }
}
