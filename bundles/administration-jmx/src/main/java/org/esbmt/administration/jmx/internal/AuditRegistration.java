package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.AuditAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value AuditMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class AuditRegistration {
    private final Registered registered;

    @Activate
    public AuditRegistration(@Reference BusMBeans beans, @Reference AuditAdministration audit) throws JMException {
        JmxAudit implementation = new JmxAudit(audit);
        registered = beans.register(
                () -> new DescribedMBean<>(
                        implementation, AuditMXBean.class, "Who did what to tenants and to the installation."),
                AuditMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
