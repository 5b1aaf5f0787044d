package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.ComponentAdministration;
import org.esbmt.administration.api.ComponentConfiguration;
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

/** Registers {@link PublishedMBean#COMPONENTS}. */
@Component(
        service = {},
        immediate = true)
public final class ComponentsRegistration {
    private final Registered registered;

    @Activate
    public ComponentsRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference ComponentAdministration components,
            @Reference ComponentConfiguration configuration)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.COMPONENTS,
                new Services()
                        .with(Administration.class, administration)
                        .with(ComponentAdministration.class, components)
                        .with(ComponentConfiguration.class, configuration));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
