package org.esbmt.registry.postgresql.internal.replay;

import java.lang.management.ManagementFactory;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.esbmt.registry.api.ReplayClaims;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The claims as services of this node: claims, health and counters. Methods are called by one thread at a time. */
public final class ReplayPart implements HealthSource, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayPart.class);
    private static final String OBJECT_NAME = "org.esbmt:type=ReplayClaims";

    private final BundleContext context;
    private final PostgresReplayClaims claims;
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();

    /** Makes no claims before the first {@link #use}. */
    public ReplayPart(BundleContext context, ReplaySettings settings) {
        this.context = context;
        this.claims = new PostgresReplayClaims(settings, InstantSource.system());
    }

    /** Makes claims on connections of this source. */
    public void use(DataSource source) {
        claims.use(source);
    }

    /** Registers the services, once. */
    public void register() {
        registrations.add(context.registerService(ReplayClaims.class, claims, null));
        registrations.add(context.registerService(HealthSource.class, this, null));
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .registerMBean(new DescribedCounters(claims.counters()), new ObjectName(OBJECT_NAME));
        } catch (JMException e) {
            LOG.warn("The counters of claims are not available over JMX.", e);
        }
    }

    @Override
    public Part part() {
        return Part.MESSAGES;
    }

    @Override
    public List<String> problems() {
        return claims.problem().stream().toList();
    }

    @Override
    public void close() {
        registrations.forEach(ServiceRegistration::unregister);
        try {
            if (!registrations.isEmpty()) {
                ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(OBJECT_NAME));
            }
        } catch (JMException e) {
            LOG.debug("The counters of claims were not registered.", e);
        }
        claims.close();
    }
}
