package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.ContingentAdministration;
import org.esbmt.administration.api.QuotaAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value QuotasMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class QuotasRegistration {
    private final Registered registered;

    @Activate
    public QuotasRegistration(
            @Reference BusMBeans beans,
            @Reference QuotaAdministration quotas,
            @Reference ContingentAdministration contingents)
            throws JMException {
        JmxQuotas implementation = new JmxQuotas(quotas, contingents);
        registered = beans.register(
                () -> new DescribedMBean<>(
                        implementation,
                        QuotasMXBean.class,
                        "What tenants and their users may have, and what they use."),
                QuotasMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
