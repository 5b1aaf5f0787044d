package org.esbmt.management.cluster.internal;

import java.util.Optional;
import org.esbmt.jbi.container.api.Draining;
import org.esbmt.registry.api.configuration.InstanceState;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains this node on the order of the cluster's administrators, by the marker service {@link Draining}. {@link ClusterPart}
 * passes the node's desired state from the registry. The component has no configuration, so it survives every
 * configuration change while the node runs. Thread-safe.
 */
@Component(immediate = true, service = NodeDraining.class)
public final class NodeDraining {
    private static final Logger LOG = LoggerFactory.getLogger(NodeDraining.class);

    private final BundleContext context;
    private final NodeRun run = new NodeRun();
    private Optional<ServiceRegistration<Draining>> draining = Optional.empty();

    @Activate
    public NodeDraining(BundleContext context) {
        this.context = context;
    }

    NodeRun run() {
        return run;
    }

    synchronized void apply(InstanceState state) {
        if (state == InstanceState.DRAINING && draining.isEmpty()) {
            LOG.info("An administrator has drained this node: it accepts no new message until its next start.");
            draining = Optional.of(context.registerService(Draining.class, new Draining() {}, null));
        } else if (state != InstanceState.DRAINING && draining.isPresent()) {
            close();
        }
    }

    @Deactivate
    synchronized void close() {
        draining.ifPresent(ServiceRegistration::unregister);
        draining = Optional.empty();
    }
}
