package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.batch.BatchAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value BatchesMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class BatchesRegistration {
    private final Registered registered;

    @Activate
    public BatchesRegistration(@Reference BusMBeans beans, @Reference BatchAdministration batches) throws JMException {
        JmxBatches implementation = new JmxBatches(batches);
        registered = beans.register(
                () -> new DescribedMBean<>(implementation, BatchesMXBean.class, "Many operations as one."),
                BatchesMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
