package org.esbmt.jbi.container.internal;

import org.esbmt.tenancy.api.TenantNames;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Publishes the naming scheme of tenants' services on this bus, for deployers that rewrite names. */
@Component(
        service = {},
        immediate = true,
        configurationPid = ContainerConfiguration.PID)
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.tenancy.api.TenantNames\"")
public final class PublishedTenantNames {
    private final ServiceRegistration<TenantNames> registration;

    @Activate
    public PublishedTenantNames(BundleContext context, ContainerConfiguration configuration) {
        this.registration = context.registerService(
                TenantNames.class, ContainerSettings.of(configuration).names(), null);
    }

    @Deactivate
    public void close() {
        registration.unregister();
    }
}
