package org.esbmt.management.cluster.internal;

import java.util.Optional;
import org.esbmt.jbi.container.api.Draining;
import org.esbmt.registry.api.configuration.InstanceState;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.slf4j.Logger;

/** Passes on to the rest of the bus what the cluster wants of this node. For one thread. */
final class Duties implements AutoCloseable {
    private final BundleContext context;
    private final Logger log;
    private Optional<ServiceRegistration<Draining>> draining = Optional.empty();

    Duties(BundleContext context, Logger log) {
        this.context = context;
        this.log = log;
    }

    void heard(InstanceState state) {
        if (state == InstanceState.DRAINING && draining.isEmpty()) {
            log.info("This node is to take nothing new, as an administrator said; started again it will.");
            draining = Optional.of(context.registerService(Draining.class, new Draining() {}, null));
        } else if (state != InstanceState.DRAINING && draining.isPresent()) {
            close();
        }
    }

    @Override
    public void close() {
        draining.ifPresent(ServiceRegistration::unregister);
        draining = Optional.empty();
    }
}
