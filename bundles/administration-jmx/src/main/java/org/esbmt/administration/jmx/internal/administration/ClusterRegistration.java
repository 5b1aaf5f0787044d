package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.OperationAdministration;
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

/** Registers {@link PublishedMBean#CLUSTER}. */
@Component(
        service = {},
        immediate = true)
public final class ClusterRegistration {
    private final Registered registered;

    @Activate
    public ClusterRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference ClusterAdministration cluster,
            @Reference OperationAdministration operations)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.CLUSTER,
                new Services()
                        .with(Administration.class, administration)
                        .with(ClusterAdministration.class, cluster)
                        .with(OperationAdministration.class, operations));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
