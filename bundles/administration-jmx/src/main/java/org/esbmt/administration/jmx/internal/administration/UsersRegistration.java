package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.UserAdministration;
import org.esbmt.administration.api.UserCertificateAdministration;
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

/** Registers {@link PublishedMBean#USERS}. */
@Component(
        service = {},
        immediate = true)
public final class UsersRegistration {
    private final Registered registered;

    @Activate
    public UsersRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference UserAdministration users,
            @Reference AccessCredentialAdministration accessCredentials,
            @Reference UserCertificateAdministration certificates,
            @Reference TenantKeyAdministration keys)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.USERS,
                new Services()
                        .with(Administration.class, administration)
                        .with(UserAdministration.class, users)
                        .with(AccessCredentialAdministration.class, accessCredentials)
                        .with(UserCertificateAdministration.class, certificates)
                        .with(TenantKeyAdministration.class, keys));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
