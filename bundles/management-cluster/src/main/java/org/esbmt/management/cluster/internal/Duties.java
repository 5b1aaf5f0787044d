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
 * Applies to the bus the state that the cluster's administrators have set for this node. The component has no
 * configuration, so it survives every configuration change while the node runs. Thread-safe.
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
