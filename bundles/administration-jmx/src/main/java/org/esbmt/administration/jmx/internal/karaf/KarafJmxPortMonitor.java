package org.esbmt.administration.jmx.internal.karaf;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reopens the container's own JMX port. Karaf opens it once, or twice in a row if its configuration arrives after the
 * start. If the port is taken then, by another process or not yet released by the system, Karaf gives up for good. The
 * monitor makes Karaf try again, by an unchanged update of its configuration, until the port is open. It does so soon
 * after a port has become free, and less and less often while nothing changes. Each attempt leaves a service and a
 * stack trace behind.
 *
 * <p>Threads: one of its own.
 */
@Component(service = HealthSource.class, immediate = true)
public final class KarafJmxPortMonitor implements HealthSource {
    static final String PID = "org.apache.karaf.management";

    private static final Logger LOG = LoggerFactory.getLogger(KarafJmxPortMonitor.class);
    private static final int LOOK_SECONDS = 5;
    /** The number of checks before the first attempt, since Karaf may be about to open the port itself. */
    private static final int LOOKS_BEFORE = 2;

    private static final String NOT_YET = "The container's JMX port is not open yet.";

    /** The largest number of checks between two attempts: an hour. */
    private static final int MOST_LOOKS_BETWEEN = 720;

    /** Karaf's JMX connector as configured. */
    interface Opener {
        /** The connector's name; empty if it is not configured, or no bundle is there to open it. */
        Optional<ObjectName> name() throws IOException, JMException;

        /**
         * The connector's addresses at which a process listens while the connector is closed, {@code host:port} each.
         */
        List<String> taken() throws IOException;

        void open() throws IOException;
    }

    private final MBeanServer server;
    private final Opener opener;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(KarafJmxPortMonitor::thread);

    /**
     * The number of consecutive checks with a closed port, and the next of these with an attempt. All of these fields
     * are confined to the thread.
     */
    private int closed;

    private int next = LOOKS_BEFORE;
    private List<String> taken = List.of();
    private boolean told;
    /** Read by other threads, too. */
    private volatile String problem = NOT_YET;

    @Activate
    public KarafJmxPortMonitor(@Reference ConfigurationAdmin configurations, BundleContext context) {
        this(ManagementFactory.getPlatformMBeanServer(), new ConfiguredConnector(configurations, context));
        Future<?> unused = looking.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** A monitor without a timer. */
    KarafJmxPortMonitor(MBeanServer server, Opener opener) {
        this.server = requireNonNull(server, "server");
        this.opener = requireNonNull(opener, "opener");
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-container-jmx");
        thread.setDaemon(true);
        return thread;
    }

    @Deactivate
    void close() {
        looking.shutdownNow();
    }

    @Override
    public Part part() {
        return Part.JMX;
    }

    @Override
    public List<String> problems() {
        try {
            return opener.name().filter(connector -> !isOpen(connector)).stream()
                    .map(connector -> problem)
                    .toList();
        } catch (IOException | JMException e) {
            return List.of("The container's JMX port cannot be found; see etc/" + PID + ".cfg: " + e.getMessage());
        }
    }

    void look() {
        try {
            Optional<ObjectName> connector = opener.name();
            if (connector.isEmpty()) {
                rest();
            } else if (isOpen(connector.get())) {
                open();
            } else {
                closed();
            }
            told = false;
        } catch (IOException | JMException | RuntimeException e) {
            if (!told) {
                LOG.warn("The state of the container's JMX port is unknown: see etc/{}.cfg.", PID, e);
            }
            told = true;
        }
    }

    private void open() {
        if (next > LOOKS_BEFORE) {
            LOG.info("The container's JMX port is open.");
        }
        rest();
    }

    private void rest() {
        taken = List.of();
        problem = NOT_YET;
        begin();
    }

    private void begin() {
        closed = 0;
        next = LOOKS_BEFORE;
    }

    private void closed() throws IOException {
        List<String> now = opener.taken();
        if (!now.containsAll(taken)) {
            begin();
        }
        taken = now;
        closed++;
        if (closed < next) {
            return;
        }
        next += Math.min(closed, MOST_LOOKS_BETWEEN);
        problem = "The container's JMX port is not open ("
                + (now.isEmpty() ? "its two ports are free" : "another process listens at " + String.join(" and ", now))
                + "). The bus opens it again now, and as soon as such a port becomes free. See etc/"
                + PID
                + ".cfg, and Karaf's messages in data/log/console.log.";
        LOG.warn("{}", problem);
        opener.open();
    }

    private boolean isOpen(ObjectName connector) {
        try {
            return Boolean.TRUE.equals(server.getAttribute(connector, "Active"));
        } catch (JMException e) {
            LOG.debug("There is no connector {}.", connector, e);
            return false;
        }
    }
}
