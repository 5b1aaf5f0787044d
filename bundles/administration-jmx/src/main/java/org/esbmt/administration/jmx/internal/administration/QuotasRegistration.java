package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.QuotaAdministration;
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

/** Registers {@link PublishedMBean#QUOTAS}. */
@Component(
        service = {},
        immediate = true)
public final class QuotasRegistration {
    private final Registered registered;

    @Activate
    public QuotasRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference QuotaAdministration quotas,
            @Reference ContingentAdministration contingents)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.QUOTAS,
                new Services()
                        .with(Administration.class, administration)
                        .with(QuotaAdministration.class, quotas)
                        .with(ContingentAdministration.class, contingents));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
