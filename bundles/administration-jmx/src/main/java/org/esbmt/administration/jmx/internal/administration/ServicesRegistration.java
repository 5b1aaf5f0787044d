package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.command.Administration;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.CatalogueMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Registered;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@link PublishedMBean#SERVICES}. */
@Component(
        service = {},
        immediate = true)
public final class ServicesRegistration {
    private final Registered registered;

    @Activate
    public ServicesRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference ServiceAdministration services)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.SERVICES,
                new Services().with(Administration.class, administration).with(ServiceAdministration.class, services));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
