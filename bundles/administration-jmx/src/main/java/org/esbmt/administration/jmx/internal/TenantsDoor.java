package org.esbmt.administration.jmx.internal;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.esbmt.administration.api.NewsAccess;
import org.esbmt.administration.api.OperatorLogin;
import org.esbmt.administration.api.PartAccess;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the {@link Door} for those who may not have the whole container, where the configuration wants it. While somebody else listens
 * at its port, that is tried again, by a thread of its own.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = DoorConfiguration.PID)
@Designate(ocd = DoorConfiguration.class)
public final class TenantsDoor {
    private static final Logger LOG = LoggerFactory.getLogger(TenantsDoor.class);
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final ChangeFeed feed;
    private final Ears ears;
    private final Opener opener;
    private final ScheduledExecutorService retries = Executors.newSingleThreadScheduledExecutor(TenantsDoor::thread);
    private final int port;
    /** Of who waits for the port, and who closes; both hold this. */
    private Optional<Door> door = Optional.empty();

    private boolean closed;
    /** What kept it closed the last time; for who tries alone. */
    private String told = "";

    @FunctionalInterface
    private interface Opener {
        Door open() throws IOException;
    }

    @Activate
    public TenantsDoor(
            @Reference BusMBeans beans,
            @Reference OperatorLogin logins,
            @Reference NewsAccess access,
            @Reference PartAccess parts,
            @Reference ChangeFeed feed,
            DoorConfiguration configuration)
            throws IOException, GeneralSecurityException {
        this(beans, logins, access, parts, feed, configuration, RETRY);
    }

    TenantsDoor(
            BusMBeans beans,
            OperatorLogin logins,
            NewsAccess access,
            PartAccess parts,
            ChangeFeed feed,
            DoorConfiguration configuration,
            Duration retry)
            throws IOException, GeneralSecurityException {
        this.feed = feed;
        this.ears = new Ears(access);
        this.port = configuration.port();
        String host = configuration.host();
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException(DoorConfiguration.PID + ": port must be 0 to 65535, but is " + port);
        }
        if (port == 0) {
            opener = () -> {
                throw new IllegalStateException("there is no port");
            };
            return;
        }
        DoorSockets sockets = DoorSockets.of(
                host,
                configuration.keystore_file(),
                configuration.keystore_password_file(),
                DoorLimits.of(configuration));
        opener = () -> {
            Door opened = Door.open(beans.own(), logins, ears, new Shown(parts), sockets, host, port);
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

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-tenants-jmx");
        thread.setDaemon(true);
        return thread;
    }

    private synchronized void open() throws IOException {
        if (!closed) {
            door = Optional.of(opener.open());
            feed.add(ears);
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
                        why.lines().map(String::strip).collect(Collectors.joining(" ")),
                        DoorConfiguration.PID);
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
            feed.remove(ears);
            door.ifPresent(Door::close);
        }
    }
}
