package org.esbmt.administration.jmx.internal.administration;

import javax.management.JMException;
import org.esbmt.administration.api.AccessCredentialAdministration;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.ContactAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantKeyAdministration;
import org.esbmt.administration.api.UserAdministration;
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

/** Registers {@link PublishedMBean#ADMINISTRATION}. */
@Component(
        service = {},
        immediate = true)
public final class AdministrationRegistration {
    private final Registered registered;

    @Activate
    public AdministrationRegistration(
            @Reference BusMBeans beans,
            @Reference Administration administration,
            @Reference TenantAdministration tenants,
            @Reference UserAdministration users,
            @Reference ContactAdministration contacts,
            @Reference AccessCredentialAdministration accessCredentials,
            @Reference TenantKeyAdministration tenantKeys,
            @Reference AssemblyAdministration assemblies,
            @Reference AdministratorAccounts accounts,
            @Reference InstallationStatus status)
            throws JMException {
        registered = CatalogueMBeans.register(
                beans,
                PublishedMBean.ADMINISTRATION,
                new Services()
                        .with(Administration.class, administration)
                        .with(TenantAdministration.class, tenants)
                        .with(UserAdministration.class, users)
                        .with(ContactAdministration.class, contacts)
                        .with(AccessCredentialAdministration.class, accessCredentials)
                        .with(TenantKeyAdministration.class, tenantKeys)
                        .with(AssemblyAdministration.class, assemblies)
                        .with(AdministratorAccounts.class, accounts)
                        .with(InstallationStatus.class, status));
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
