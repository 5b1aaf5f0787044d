package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.SystemUserAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value SystemUsersMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class SystemUsersRegistration {
    private final Registered registered;

    @Activate
    public SystemUsersRegistration(@Reference BusMBeans beans, @Reference SystemUserAdministration users)
            throws JMException {
        JmxSystemUsers implementation = new JmxSystemUsers(users);
        registered = beans.register(
                () -> new DescribedMBean<>(
                        implementation, SystemUsersMXBean.class, "Who administers, runs and audits the installation."),
                SystemUsersMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
