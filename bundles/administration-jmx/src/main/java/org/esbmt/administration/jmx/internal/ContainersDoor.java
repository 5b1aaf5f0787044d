package org.esbmt.administration.jmx.internal;

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
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the container's own JMX port opens. Karaf opens it once, or twice in a row: whenever its configuration arrives
 * after it has begun. Where another process has the port then, or the system has not let go of it since the first time, Karaf gives up
 * for good. Here it is told to begin anew until it is open, by its own configuration, as it is: soon after a port has become free, and
 * less and less often while nothing changes, since each time leaves a service and a stack trace behind.
 *
 * <p>Threads: one of its own.
 */
@Component(
        service = {},
        immediate = true)
public final class ContainersDoor {
    static final String PID = "org.apache.karaf.management";

    private static final Logger LOG = LoggerFactory.getLogger(ContainersDoor.class);
    private static final int LOOK_SECONDS = 5;
    /** Karaf may be about to open it at the first. */
    private static final int LOOKS_BEFORE = 2;

    /** An hour. */
    private static final int MOST_LOOKS_BETWEEN = 720;

    /** What Karaf is configured with. */
    interface Opener {
        /** The connector's, while somebody is there to open it and is configured to. */
        Optional<ObjectName> name() throws IOException, JMException;

        /** Its addresses that somebody listens at, {@code host:port} each, while it is closed itself. */
        List<String> taken() throws IOException;

        void open() throws IOException;
    }

    private final MBeanServer server;
    private final Opener opener;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(ContainersDoor::thread);

    /** How often it was closed without a break, and at which of these it is opened. All of these for the thread alone. */
    private int closed;

    private int next = LOOKS_BEFORE;
    private List<String> taken = List.of();
    private boolean told;

    @Activate
    public ContainersDoor(@Reference ConfigurationAdmin configurations, BundleContext context) {
        this(ManagementFactory.getPlatformMBeanServer(), new ConfiguredConnector(configurations, context));
        Future<?> unused = looking.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /** Looks when it is told to. */
    ContainersDoor(MBeanServer server, Opener opener) {
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
                LOG.warn("Whether the container's JMX port can be opened cannot be told: see etc/{}.cfg.", PID, e);
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
        LOG.warn(
                "The container's JMX port is not open ({}). It is opened anew now, and as soon as a port that somebody listens at becomes"
                        + " free. See etc/{}.cfg, and for what Karaf says data/log/console.log.",
                now.isEmpty() ? "its two ports are free" : "somebody listens at " + String.join(" and ", now),
                PID);
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
