package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.TrafficAdministration;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.CatalogueMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Registered;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@link PublishedMBean#TRAFFIC}. */
@Component(
        service = {},
        immediate = true)
public final class TrafficRegistration {
    private final Registered registered;

    @Activate
    public TrafficRegistration(@Reference BusMBeans beans, @Reference TrafficAdministration traffic)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans, PublishedMBean.TRAFFIC, new Services().with(TrafficAdministration.class, traffic));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
