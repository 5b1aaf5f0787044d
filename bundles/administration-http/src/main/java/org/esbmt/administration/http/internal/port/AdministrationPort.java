package org.esbmt.administration.http.internal.port;

import static java.util.Objects.requireNonNull;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.http.api.HttpResource;
import org.esbmt.administration.http.api.PublicAddress;
import org.esbmt.administration.http.internal.login.BrowserSessions;
import org.esbmt.administration.http.internal.login.Logins;
import org.esbmt.administration.http.internal.settings.AdministrationHttpConfiguration;
import org.esbmt.administration.http.internal.settings.AdministrationHttpSettings;
import org.esbmt.administration.http.internal.settings.GeneratedKeyStore;
import org.esbmt.administration.http.internal.settings.PublicHosts;
import org.esbmt.administration.http.internal.work.FairWorkers;
import org.esbmt.administration.http.internal.work.UnprovenPace;
import org.esbmt.http.api.HttpPort;
import org.esbmt.http.api.PortSettings;
import org.esbmt.management.api.health.HealthSource;
import org.esbmt.management.api.health.Part;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The administration port. It serves each registered {@link HttpResource}. While another process listens at the port, a
 * thread of its own retries.
 */
@Component(
        service = {HealthSource.class, AdministrationPort.class},
        immediate = true,
        configurationPid = AdministrationHttpConfiguration.PID)
@Designate(ocd = AdministrationHttpConfiguration.class)
public final class AdministrationPort implements HealthSource {
    private static final Logger LOG = LoggerFactory.getLogger(AdministrationPort.class);
    private static final Duration RETRY = Duration.ofSeconds(5);
    /** The folder of a generated key store, in the data directory. */
    private static final String FOLDER = "administration-http";

    private static final int EVENT_LOOPS = 1;
    /** Threads for checks of passwords. Most of them wait, since administration hashes few passwords at once. */
    private static final int CHECKS = 16;

    private static final int CHECKS_WAITING = 64;

    private final AdministrationHttpSettings settings;
    private final Optional<SslContext> tls;
    private final Resources resources = new Resources();
    private final Optional<FairWorkers> workers;
    private final Optional<FairWorkers> checks;
    private final Optional<EventPump> pump;
    private final UnprovenPace pace;
    private final Optional<AdministrationRouter> router;
    private final ScheduledExecutorService retries =
            Executors.newSingleThreadScheduledExecutor(AdministrationPort::thread);
    private volatile Optional<PublicHosts> hosts;
    /** Guarded by this; both the retrying thread and the closing one use it. */
    private Optional<HttpPort> opened = Optional.empty();

    private boolean closed;
    /** The cause of the last failure; written by the opening thread alone. */
    private volatile String told = "";

    @Activate
    public AdministrationPort(
            @Reference Logins logins,
            @Reference BrowserSessions sessions,
            AdministrationHttpConfiguration configuration,
            BundleContext bundleContext)
            throws IOException {
        this(
                logins,
                sessions,
                configuration,
                Path.of(requireNonNull(bundleContext.getProperty("karaf.data"), "karaf.data")),
                RETRY);
    }

    /** @param data the directory for generated files */
    public AdministrationPort(
            Logins logins,
            BrowserSessions sessions,
            AdministrationHttpConfiguration configuration,
            Path data,
            Duration retry)
            throws IOException {
        settings = AdministrationHttpSettings.of(configuration);
        hosts = settings.publicHosts();
        pace = new UnprovenPace(settings.unprovenPerSecond(), settings.proxies()::isTrusted, System::nanoTime);
        if (settings.port() < 0) {
            tls = Optional.empty();
            workers = Optional.empty();
            checks = Optional.empty();
            pump = Optional.empty();
            router = Optional.empty();
            return;
        }
        tls = settings.tls() ? Optional.of(context(settings, data)) : Optional.empty();
        FairWorkers forRequests = new FairWorkers("esbmt-administration", settings.workers(), settings.waiting());
        FairWorkers forPasswords = new FairWorkers("esbmt-administration-login", CHECKS, CHECKS_WAITING);
        workers = Optional.of(forRequests);
        checks = Optional.of(forPasswords);
        EventPump forEvents = new EventPump(forRequests);
        pump = Optional.of(forEvents);
        router = Optional.of(new AdministrationRouter(
                () -> hosts,
                settings.proxies(),
                resources,
                logins,
                sessions,
                forRequests,
                forPasswords,
                Duration.ofNanos(settings.limits().headNanos()),
                forEvents,
                pace));
        if (!isOpened()) {
            Future<?> unused = retries.scheduleWithFixedDelay(
                    this::again, retry.toMillis(), retry.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static SslContext context(AdministrationHttpSettings settings, Path data) throws IOException {
        if (settings.keyStore().isPresent()) {
            return settings.context(settings.keyStore().get());
        }
        return settings.context(GeneratedKeyStore.in(data.resolve(FOLDER), names(settings)));
    }

    /** The names under which clients may know this machine. */
    private static Set<String> names(AdministrationHttpSettings settings) {
        Set<String> names = new TreeSet<>(Set.of("localhost", "127.0.0.1"));
        if (!settings.address().isAnyLocalAddress()) {
            names.add(settings.address().getHostAddress());
        }
        settings.publicHosts()
                .map(PublicHosts::main)
                .map(PublicAddress::origin)
                .map(origin -> URI.create(origin).getHost())
                .filter(host -> !host.startsWith("["))
                .ifPresent(names::add);
        try {
            String host = InetAddress.getLocalHost().getHostName().toLowerCase(Locale.ROOT);
            if (host.matches("[a-z0-9.-]+")) {
                names.add(host);
            }
        } catch (UnknownHostException e) {
            LOG.debug("This machine has no name.", e);
        }
        return names;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "esbmt-administration-port");
        thread.setDaemon(true);
        return thread;
    }

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    public void addResource(HttpResource resource) {
        resources.add(resource);
    }

    public void removeResource(HttpResource resource) {
        resources.remove(resource);
    }

    @Override
    public Part part() {
        return Part.ADMINISTRATION;
    }

    @Override
    public synchronized List<String> problems() {
        return settings.port() < 0 || opened.isPresent()
                ? List.of()
                : List.of("The administration port " + settings.port() + " is not open: "
                        + (told.isEmpty() ? "it opens now" : told) + ". See etc/" + AdministrationHttpConfiguration.PID
                        + ".cfg; the bus tries again every " + RETRY.toSeconds() + " seconds.");
    }

    /** The bound address; empty while the port is not open. */
    public synchronized Optional<InetSocketAddress> address() {
        return opened.map(HttpPort::address);
    }

    private synchronized void open() throws IOException {
        if (closed) {
            return;
        }
        HttpPort port = HttpPort.open(
                new PortSettings(
                        "esbmt-administration-io",
                        new InetSocketAddress(settings.address(), settings.port()),
                        tls,
                        settings.limits(),
                        pace,
                        host -> hosts.filter(served -> served.serves(host)).isPresent(),
                        StandingFields.of(isKnownOutside()),
                        EVENT_LOOPS,
                        settings.gatheredBytes(),
                        settings.eventStreams(),
                        settings.drain()),
                router.orElseThrow());
        hosts = Optional.of(settings.hosts(port.address().getPort()));
        opened = Optional.of(port);
        LOG.info(
                "Administrators connect over HTTP {} at {}.",
                tls.isPresent() ? "with TLS" : "without TLS",
                hosts.get().main().url("/"));
    }

    /**
     * Returns true if browsers should use TLS alone for the host. They apply this to all ports of a host, so that it would
     * break other servers of this machine at localhost.
     */
    private boolean isKnownOutside() {
        return settings.publicHosts()
                .map(served -> served.main().isSecure())
                .orElse(settings.tls() && !settings.address().isLoopbackAddress());
    }

    private boolean isOpened() {
        try {
            open();
            return true;
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            if (!why.equals(told)) {
                LOG.error(
                        "The administration port {} is not open: {}. The bus tries again. See who listens there, and"
                                + " that the address in etc/{}.cfg is one of this machine.",
                        settings.port(),
                        why,
                        AdministrationHttpConfiguration.PID);
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
    public void close() {
        retries.shutdownNow();
        Optional<HttpPort> open;
        synchronized (this) {
            closed = true;
            open = opened;
            opened = Optional.empty();
        }
        open.ifPresent(HttpPort::close);
        pump.ifPresent(EventPump::close);
        checks.ifPresent(FairWorkers::close);
        workers.ifPresent(FairWorkers::close);
    }
}
