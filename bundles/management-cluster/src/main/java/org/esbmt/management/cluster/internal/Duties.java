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
 * Passes on to the rest of the bus what the cluster wants of this node. It has no configuration, and so is the same for as long
 * as the node runs, whatever is configured meanwhile. Thread-safe.
 */
@Component(immediate = true, service = Duties.class)
public final class Duties {
    private static final Logger LOG = LoggerFactory.getLogger(Duties.class);

    private final BundleContext context;
    private final NodeRun run = new NodeRun();
    private Optional<ServiceRegistration<Draining>> draining = Optional.empty();

    @Activate
    public Duties(BundleContext context) {
        this.context = context;
    }

    NodeRun run() {
        return run;
    }

    synchronized void heard(InstanceState state) {
        if (state == InstanceState.DRAINING && draining.isEmpty()) {
            LOG.info("This node is to take nothing new, as an administrator said; started again it will.");
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
