package org.esbmt.management.service.internal;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.esbmt.management.api.cluster.CaughtUp;
import org.osgi.annotation.bundle.Capability;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registers {@link CaughtUp} once the cluster's earlier changes are applied or have to wait, or the time limit is over.
 */
@Component(immediate = true, service = FirstCatchUp.class, configurationPid = ManagementService.PID)
// The component registers the service by hand, later; the capability announces it to resolvers.
@Capability(
        namespace = "osgi.service",
        effective = "active",
        attribute = "objectClass:List<String>=\"org.esbmt.management.api.cluster.CaughtUp\"")
public final class FirstCatchUp implements CaughtUp {
    private static final Logger LOG = LoggerFactory.getLogger(FirstCatchUp.class);

    private final BundleContext context;
    private final Duration limit;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = new Thread(this::limit, "esbmt-management-start");

    private final Object lock = new Object();
    /** Guarded by lock. */
    private boolean stopped;
    /** Guarded by lock. */
    private Optional<ServiceRegistration<CaughtUp>> registration = Optional.empty();

    @Activate
    public FirstCatchUp(BundleContext context, ManagementConfiguration configuration) {
        this.context = context;
        this.limit = ManagementSettings.of(configuration).startLimit();
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Ends the first catch-up: the cluster's changes are applied, or their application has to wait. Only the first call
     * has an effect.
     */
    void done() {
        synchronized (lock) {
            if (stopped || registration.isPresent()) {
                return;
            }
            registration = Optional.of(context.registerService(CaughtUp.class, this, null));
        }
        over.countDown();
    }

    private void limit() {
        try {
            if (!over.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn(
                        "The changes of the cluster are not applied after {} s; the bus takes messages with its present state.",
                        limit.toSeconds());
                done();
            }
        } catch (InterruptedException e) {
            LOG.debug("The wait for the first catch-up was interrupted.", e);
        }
    }

    @Deactivate
    void stop() throws InterruptedException {
        Optional<ServiceRegistration<CaughtUp>> registered;
        synchronized (lock) {
            stopped = true;
            registered = registration;
        }
        thread.interrupt();
        thread.join();
        registered.ifPresent(ServiceRegistration::unregister);
    }
}
