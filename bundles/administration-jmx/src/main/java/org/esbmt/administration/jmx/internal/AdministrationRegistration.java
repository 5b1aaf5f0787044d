package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.AdministratorAccounts;
import org.esbmt.administration.api.AssemblyAdministration;
import org.esbmt.administration.api.InstallationStatus;
import org.esbmt.administration.api.TenantAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers administration as {@value AdministrationMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class AdministrationRegistration {
    private final Registered registered;

    @Activate
    public AdministrationRegistration(
            @Reference BusMBeans beans,
            @Reference TenantAdministration tenants,
            @Reference AssemblyAdministration assemblies,
            @Reference AdministratorAccounts accounts,
            @Reference InstallationStatus status)
            throws JMException {
        this(beans, new JmxAdministration(tenants, assemblies, accounts, status));
    }

    AdministrationRegistration(BusMBeans beans, AdministrationMXBean administration) throws JMException {
        registered = beans.register(
                () -> new DescribedMBean<>(
                        administration,
                        AdministrationMXBean.class,
                        "Tenants, their users and their service assemblies."),
                AdministrationMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
