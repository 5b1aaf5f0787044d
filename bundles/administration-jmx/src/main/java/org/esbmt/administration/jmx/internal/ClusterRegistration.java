package org.esbmt.administration.jmx.internal;

import javax.management.JMException;
import org.esbmt.administration.api.ClusterAdministration;
import org.esbmt.administration.api.OperationAdministration;
import org.esbmt.administration.api.ResyncAdministration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers {@value ClusterMXBean#OBJECT_NAME}. */
@Component(
        service = {},
        immediate = true)
public final class ClusterRegistration {
    private final Registered registered;

    @Activate
    public ClusterRegistration(
            @Reference BusMBeans beans,
            @Reference ClusterAdministration cluster,
            @Reference OperationAdministration operations,
            @Reference ResyncAdministration resyncs)
            throws JMException {
        JmxCluster implementation = new JmxCluster(cluster, operations, resyncs);
        registered = beans.register(
                () -> new DescribedMBean<>(
                        implementation,
                        ClusterMXBean.class,
                        "The nodes of the cluster, and what became of operations."),
                ClusterMXBean.OBJECT_NAME);
    }

    @Deactivate
    void unregister() throws JMException {
        registered.unregister();
    }
}
