package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.SystemUserAdministration;
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

/** Registers {@link PublishedMBean#SYSTEM_USERS}. */
@Component(
        service = {},
        immediate = true)
public final class SystemUsersRegistration {
    private final Registered registered;

    @Activate
    public SystemUsersRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference SystemUserAdministration users,
            @Reference AccessCredentialAdministration accessCredentials)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.SYSTEM_USERS,
                new Services()
                        .with(Administration.class, administration)
                        .with(SystemUserAdministration.class, users)
                        .with(AccessCredentialAdministration.class, accessCredentials));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
