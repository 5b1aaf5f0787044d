package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.LinkAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value LinksMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class LinksRegistration {
    private final Registered registered;

    @Activate
    public LinksRegistration(@Reference BusMBeans beans, @Reference LinkAdministration links) throws JMException {
        JmxLinks implementation = new JmxLinks(links);
        registered = beans.register(
                () -> new DescribedMBean<>(implementation, LinksMXBean.class, "Links across the tenant boundary."),
                LinksMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
