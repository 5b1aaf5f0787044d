package org.esbmt.administration.jmx.internal.connector;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.PartAccess;
import org.esbmt.administration.api.StateChangeAccess;
import org.esbmt.administration.jmx.internal.mbean.BusMBeans;
import org.esbmt.administration.jmx.internal.notification.ChangeFeed;
import org.esbmt.administration.jmx.internal.notification.NotificationSubscriptions;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the {@link TenantJmxConnector}, for users without access to the whole container, if the configuration has a
 * port for it. While another process listens at the port, a thread of its own retries.
 */
@Component(service = HealthSource.class, immediate = true, configurationPid = TenantJmxConfiguration.PID)
@Designate(ocd = TenantJmxConfiguration.class)
public final class TenantJmxPort implements HealthSource {
    private static final Logger LOG = LoggerFactory.getLogger(TenantJmxPort.class);
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final ChangeFeed feed;
    private final NotificationSubscriptions subscriptions;
    private final Opener opener;
    private final ScheduledExecutorService retries = Executors.newSingleThreadScheduledExecutor(TenantJmxPort::thread);
    private final int port;
    /** Guarded by this; both the retrying thread and the closing one use it. */
    private Optional<TenantJmxConnector> opened = Optional.empty();

    private boolean closed;
    /** The cause of the last failure; written by the retrying thread alone. */
    private volatile String told = "";

    @FunctionalInterface
    private interface Opener {
        TenantJmxConnector open() throws IOException;
    }

    @Activate
    public TenantJmxPort(
            @Reference BusMBeans beans,
            @Reference OperatorLogin logins,
            @Reference StateChangeAccess access,
            @Reference PartAccess parts,
            @Reference ChangeFeed feed,
            TenantJmxConfiguration configuration)
            throws IOException, GeneralSecurityException {
        this(beans, logins, access, parts, feed, configuration, RETRY);
    }

    TenantJmxPort(
            BusMBeans beans,
            OperatorLogin logins,
            StateChangeAccess access,
            PartAccess parts,
            ChangeFeed feed,
            TenantJmxConfiguration configuration,
            Duration retry)
            throws IOException, GeneralSecurityException {
        this.feed = feed;
        this.subscriptions = new NotificationSubscriptions(access);
        this.port = configuration.port();
        String host = configuration.host();
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(
                    TenantJmxConfiguration.PID + ": port must be 0 to 65535, but is " + port);
        }
        if (port == 0) {
            opener = () -> {
                throw new IllegalStateException("there is no port");
            };
            return;
        }
        TenantJmxSockets sockets = TenantJmxSockets.of(
                host,
                configuration.keystore_file(),
                configuration.keystore_password_file(),
                TenantJmxLimits.of(configuration));
        opener = () -> {
            TenantJmxConnector opened = TenantJmxConnector.open(
                    beans.own(), logins, subscriptions, new MBeanVisibility(parts), sockets, host, port);
            LOG.info(
                    "Tenants' administrators connect by JMX {} at {}.",
                    sockets.secured() ? "over TLS" : "without TLS",
                    opened.url());
            return opened;
        };
        if (!isOpened()) {
            Future<?> unused = retries.scheduleWithFixedDelay(
                    this::again, retry.toMillis(), retry.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public Part part() {
        return Part.JMX;
    }

    @Override
    public synchronized List<String> problems() {
        return port == 0 || opened.isPresent()
                ? List.of()
                : List.of("Tenants' administrators cannot connect by JMX at port " + port + ": "
                        + (told.isEmpty() ? "it is not open yet" : oneLine(told)) + ". See etc/"
                        + TenantJmxConfiguration.PID
                        + ".cfg; it is tried again and again.");
    }

    private static String oneLine(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining(" "));
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-tenants-jmx");
        thread.setDaemon(true);
        return thread;
    }

    private synchronized void open() throws IOException {
        if (!closed) {
            opened = Optional.of(opener.open());
            feed.add(subscriptions);
        }
    }

    private boolean isOpened() {
        try {
            open();
            return true;
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            if (!why.equals(told)) {
                LOG.error(
                        "Tenants' administrators cannot connect by JMX at port {}: {}. It is tried again and again; see who listens there,"
                                + " and that the host in etc/{}.cfg is an address of this machine.",
                        port,
                        oneLine(why),
                        TenantJmxConfiguration.PID);
            }
            told = why;
            return false;
        }
    }

    private void again() {
        if (isOpened()) {
            retries.shutdown();
        }
    }

    @Deactivate
    void close() {
        retries.shutdownNow();
        synchronized (this) {
            closed = true;
            feed.remove(subscriptions);
            opened.ifPresent(TenantJmxConnector::close);
        }
    }
}
