package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.UserAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value UsersMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class UsersRegistration {
    private final Registered registered;

    @Activate
    public UsersRegistration(
            @Reference BusMBeans beans, @Reference TenantAdministration tenants, @Reference UserAdministration users)
            throws JMException {
        JmxUsers implementation = new JmxUsers(tenants, users);
        registered = beans.register(
                () -> new DescribedMBean<>(implementation, UsersMXBean.class, "Users of tenants with their roles."),
                UsersMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
