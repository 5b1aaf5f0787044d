package org.esbmt.administration.jmx.internal;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Dictionary;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.osgi.service.cm.Configuration;
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
 * for good. Here it is told to begin anew until it is open, by its own configuration, as it is.
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

    private static final int MOST_LOOKS_BETWEEN = 12;

    /** What Karaf is configured with. */
    interface Opener {
        /** Empty: not by this configuration. */
        Optional<ObjectName> connector() throws IOException, JMException;

        void open() throws IOException;
    }

    private final MBeanServer server;
    private final Opener opener;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(ContainersDoor::thread);

    /** How often it was closed without a break, and at which of these it is opened. Both for the thread alone. */
    private int closed;

    private int next = LOOKS_BEFORE;

    @Activate
    public ContainersDoor(@Reference ConfigurationAdmin configurations) {
        this(ManagementFactory.getPlatformMBeanServer(), new Configured(configurations));
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
            Optional<ObjectName> connector = opener.connector();
            if (connector.isPresent()) {
                look(connector.get());
            }
        } catch (IOException | JMException | RuntimeException e) {
            LOG.warn("Whether the container's JMX port is open cannot be told.", e);
        }
    }

    private void look(ObjectName connector) throws IOException {
        if (isOpen(connector)) {
            if (next > LOOKS_BEFORE) {
                LOG.info("The container's JMX port is open.");
            }
            closed = 0;
            next = LOOKS_BEFORE;
            return;
        }
        closed++;
        if (closed < next) {
            return;
        }
        LOG.warn(
                "The container's JMX port is not open: another process has it, or had it when this one started, as the log has it further up."
                        + " It is opened anew; which port it is etc/{}.cfg says.",
                PID);
        next += Math.min(closed, MOST_LOOKS_BETWEEN);
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

    private static final class Configured implements Opener {
        private static final String NAME = "objectName";
        private static final String DEFAULT_NAME = "connector:name=rmi";

        private final ConfigurationAdmin configurations;

        private Configured(ConfigurationAdmin configurations) {
            this.configurations = requireNonNull(configurations, "configurations");
        }

        @Override
        public Optional<ObjectName> connector() throws IOException, JMException {
            Dictionary<String, Object> properties = configuration().getProperties();
            if (properties == null) {
                return Optional.empty();
            }
            Object name = properties.get(NAME);
            return Optional.of(new ObjectName(name == null ? DEFAULT_NAME : name.toString()));
        }

        /** Nothing changes but that who is configured is told so again. */
        @Override
        public void open() throws IOException {
            configuration().update();
        }

        private Configuration configuration() throws IOException {
            return configurations.getConfiguration(PID, null);
        }
    }
}
