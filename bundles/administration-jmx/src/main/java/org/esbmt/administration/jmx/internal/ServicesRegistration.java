package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.ServiceAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value ServicesMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class ServicesRegistration {
    private final Registered registered;

    @Activate
    public ServicesRegistration(@Reference BusMBeans beans, @Reference ServiceAdministration services)
            throws JMException {
        JmxServices implementation = new JmxServices(services);
        registered = beans.register(
                () -> new DescribedMBean<>(
                        implementation,
                        ServicesMXBean.class,
                        "Registered services of tenants, and what is and was deployed."),
                ServicesMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
