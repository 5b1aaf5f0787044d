package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.DatabaseServer;
import org.esbmt.registry.api.PepperLedger;
import org.esbmt.registry.api.TenantRegistry;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the registries into service. A thread of its own prepares the database, again and again until it succeeds, and
 * then registers the services. These stay when the database goes away later: their calls fail, but whoever lives on
 * what it knows goes on living.
 */
@Component(
        immediate = true,
        service = {},
        configurationPid = PostgresRegistries.PID)
@Designate(ocd = RegistryConfiguration.class)
public final class PostgresRegistries {
    static final String PID = "org.esbmt.registry.postgresql";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresRegistries.class);
    private static final long STOP_MILLIS = 15_000;

    private final BundleContext context;
    private final RegistryConfiguration configuration;
    private final Settings settings;
    private final Transactions transactions = new Transactions();
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private final Thread thread = new Thread(this::work, "esbmt-registry-preparation");
    /** For our role on the embedded server: known to this process only, so a new one each time. */
    private final String embeddedPassword;

    private final Object lock = new Object();
    /** Guarded by lock. */
    private Optional<DatabaseServer> embedded = Optional.empty();
    /** Guarded by lock: grows when a server comes that is to be used. */
    private int arrivals;

    private final RetryDelay delay = new RetryDelay();

    @Activate
    public PostgresRegistries(BundleContext context, RegistryConfiguration configuration) {
        this.context = context;
        this.configuration = configuration;
        this.settings = Settings.of(configuration);
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        this.embeddedPassword = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    void setServer(DatabaseServer server) {
        synchronized (lock) {
            embedded = Optional.of(server);
            arrivals += settings.external().isEmpty() ? 1 : 0;
            lock.notifyAll();
        }
    }

    void unsetServer(DatabaseServer server) {
        synchronized (lock) {
            if (embedded.isPresent() && embedded.get() == server) {
                embedded = Optional.empty();
            }
        }
    }

    @Activate
    void start() {
        thread.start();
    }

    @Deactivate
    void stop() throws InterruptedException {
        thread.interrupt();
        thread.join(STOP_MILLIS);
        registrations.forEach(ServiceRegistration::unregister);
        transactions.close();
    }

    private void work() {
        try {
            while (true) {
                Attempt attempt = awaitServer();
                if (prepare(attempt)) {
                    register();
                    awaitArrival(attempt.arrival(), Long.MAX_VALUE);
                } else {
                    awaitArrival(attempt.arrival(), delay.nextMillis());
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("The registries stop.", e);
        }
    }

    /**
     * @param server the embedded one; empty when another is configured
     * @param arrival how often a server had come by then
     */
    private record Attempt(Optional<DatabaseServer> server, int arrival) {}

    private Attempt awaitServer() throws InterruptedException {
        synchronized (lock) {
            while (settings.external().isEmpty() && embedded.isEmpty()) {
                lock.wait();
            }
            return new Attempt(settings.external().isEmpty() ? embedded : Optional.empty(), arrivals);
        }
    }

    /** Reads the password's file anew: when the one in it was wrong, it may have been mended since. */
    private Target target(Attempt attempt) {
        return attempt.server()
                .map(server -> settings.embedded(server, embeddedPassword))
                .orElseGet(() -> Settings.of(configuration).external().orElseThrow());
    }

    /** Waits until another server has come, but not longer than this. */
    private void awaitArrival(int arrival, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (lock) {
            for (long left = millis;
                    left > 0 && arrivals == arrival;
                    left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
                lock.wait(left);
            }
        }
    }

    private boolean prepare(Attempt attempt) throws InterruptedException {
        String address = "";
        try {
            Target target = target(attempt);
            address = " at " + target.address();
            new DatabasePreparation(target).run();
            transactions.use(pool(target));
            delay.reset();
            return true;
        } catch (ServerProblem e) {
            delay.failed(e.getMessage());
        } catch (RuntimeException e) {
            delay.failed("The registry" + address + " could not be prepared: " + e);
            LOG.debug("The preparation of the registry failed.", e);
        }
        return false;
    }

    private HikariDataSource pool(Target target) throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        return DataSources.pool(target, settings.limits());
    }

    private void register() {
        if (!registrations.isEmpty()) {
            LOG.info("The registries use the database server again.");
            return;
        }
        registrations.add(
                context.registerService(TenantRegistry.class, new PostgresTenantRegistry(transactions), null));
        registrations.add(
                context.registerService(CredentialReader.class, new PostgresCredentialReader(transactions), null));
        registrations.add(context.registerService(PepperLedger.class, new PostgresPepperLedger(transactions), null));
        LOG.info("The tenant registry is in service.");
    }

    /** Waits longer from failure to failure, and says each cause once. */
    private static final class RetryDelay {
        private static final long FIRST_MILLIS = 500;
        private static final long LONGEST_MILLIS = 30_000;

        private long millis = FIRST_MILLIS;
        private String said = "";

        void failed(String sentence) {
            if (!sentence.equals(said)) {
                LOG.warn("{} The registries are not in service; trying on.", sentence);
                said = sentence;
            }
        }

        long nextMillis() {
            long next = millis;
            millis = Math.min(2 * millis, LONGEST_MILLIS);
            return next;
        }

        void reset() {
            millis = FIRST_MILLIS;
            said = "";
        }
    }
}
