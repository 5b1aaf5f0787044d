package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value ComponentsMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class ComponentsRegistration {
    private final Registered registered;

    @Activate
    public ComponentsRegistration(
            @Reference BusMBeans beans,
            @Reference ComponentAdministration components,
            @Reference ComponentConfiguration configuration)
            throws JMException {
        JmxComponents implementation = new JmxComponents(components, configuration);
        registered = beans.register(
                () -> new DescribedMBean<>(
                        implementation,
                        ComponentsMXBean.class,
                        "Components and shared libraries on all nodes of the cluster."),
                ComponentsMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
