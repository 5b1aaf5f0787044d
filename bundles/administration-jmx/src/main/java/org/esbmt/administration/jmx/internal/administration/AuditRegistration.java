package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.AuditAdministration;
import org.esbmt.administration.catalogue.Services;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.mbean.CatalogueMBeans;
import org.esbmt.administration.jmx.internal.mbean.PublishedMBean;
import org.esbmt.administration.jmx.internal.mbean.Registered;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@link PublishedMBean#AUDIT}. */
@Component(
        service = {},
        immediate = true)
public final class AuditRegistration {
    private final Registered registered;

    @Activate
    public AuditRegistration(@Reference BusMBeans beans, @Reference AuditAdministration audit) throws JMException {
        registered = CatalogueMBeans.register(
                beans, PublishedMBean.AUDIT, new Services().with(AuditAdministration.class, audit));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
