package org.esbmt.registry.postgresql.internal;

import com.zaxxer.hikari.HikariDataSource;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.esbmt.registry.api.DatabaseServer;
import org.esbmt.registry.postgresql.internal.replay.ReplayPart;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaResources;
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
import org.postgresql.xa.PGXADataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the registries into service. A thread of its own prepares one database after the other, and retries each until
 * it succeeds. It enlists the database in units of work, and then registers the services of that registry. The services
 * stay registered when the database fails later: their calls fail, and their clients keep running with the data they
 * have.
 *
 * <p>No service is registered before the {@linkplain NodeGuard name of this node} is held, in the first of the
 * databases. After a loss of the name, no units of work reach the registries from here until it is held again. A
 * process that takes the name over from another process first pauses. The other process may be cut off, and not yet
 * know that it has lost the name.
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
    /** The interval between two checks that the name of this node is still held. */
    private static final long GUARD_MILLIS = 5_000;
    /**
     * The time until a cut-off process with the same name has stopped. It includes the interval to that process's next
     * check, and as long again for the answer to it. After the check the process decides nothing, since its resources
     * are gone. The rest of the time is for the completion of its earlier decisions.
     */
    private static final long REST_MILLIS = 2 * GUARD_MILLIS + 65_000;

    /** Distinguishes sessions of this process from sessions of another process with the same node name. */
    private final String process = UUID.randomUUID().toString().substring(0, 13);

    private final BundleContext context;
    private final RegistryConfiguration configuration;
    private final RegistrySettings settings;
    private final XaResources resources;
    private final ReplayPart replay;
    private final Map<RegistryDatabase, RegistryTransactions> transactions = new EnumMap<>(RegistryDatabase.class);
    private final List<ServiceRegistration<?>> registrations = new ArrayList<>();
    private final Set<RegistryDatabase> inService = EnumSet.noneOf(RegistryDatabase.class);
    private final Thread thread = new Thread(this::work, "esbmt-registry-preparation");
    /** Passwords of the registries' roles on the embedded server: known to this process only, so new at each start. */
    private final Map<RegistryDatabase, String> embeddedPasswords = new EnumMap<>(RegistryDatabase.class);

    private final Object lock = new Object();
    /** Guarded by lock. */
    private Optional<DatabaseServer> embedded = Optional.empty();
    /** Guarded by lock: counts the arrivals of a server to use. */
    private int arrivals;

    private final RetryDelay delay = new RetryDelay();
    /** Confined to the worker thread, and to the stopping thread after its end. */
    private Optional<NodeGuard> guard = Optional.empty();
    /** Confined to the worker thread: no units of work reach the registries, since another node may have the name. */
    private boolean aside;
    /** Confined to the worker thread: another process was seen with the name, and may not have noticed its loss yet. */
    private boolean rival;

    private final long restMillis;

    @Activate
    public PostgresRegistries(
            BundleContext context,
            RegistryConfiguration configuration,
            @Reference UnitOfWork unitOfWork,
            @Reference XaResources resources) {
        this(context, configuration, unitOfWork, resources, REST_MILLIS);
    }

    PostgresRegistries(
            BundleContext context,
            RegistryConfiguration configuration,
            UnitOfWork unitOfWork,
            XaResources resources,
            long restMillis) {
        this.context = context;
        this.restMillis = restMillis;
        this.resources = resources;
        this.configuration = configuration;
        this.settings = RegistrySettings.of(configuration);
        this.replay = new ReplayPart(context, settings.replay());
        for (RegistryDatabase registry : RegistryDatabase.values()) {
            transactions.put(registry, new RegistryTransactions(unitOfWork::current));
            embeddedPasswords.put(registry, newPassword());
        }
    }

    private static String newPassword() {
        byte[] random = new byte[32];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
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
        replay.close();
        transactions.values().forEach(RegistryTransactions::close);
        releaseName();
    }

    private void work() {
        try {
            while (true) {
                Attempt attempt = awaitServer();
                releaseName();
                Set<RegistryDatabase> missing = EnumSet.allOf(RegistryDatabase.class);
                while (!missing.isEmpty() && isCurrent(attempt)) {
                    if (!prepare(attempt, missing)) {
                        awaitArrival(attempt.arrival(), delay.nextMillis());
                        if (guard.isPresent()) {
                            keepName(attempt);
                        }
                    }
                }
                while (isCurrent(attempt)) {
                    awaitArrival(attempt.arrival(), GUARD_MILLIS);
                    keepName(attempt);
                }
                awaitArrival(attempt.arrival(), Long.MAX_VALUE);
            }
        } catch (InterruptedException e) {
            LOG.debug("The registries stop.", e);
        }
    }

    /**
     * @param server the embedded one; empty when another is configured
     * @param arrival the number of arrivals by then
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

    private boolean isCurrent(Attempt attempt) {
        synchronized (lock) {
            return arrivals == attempt.arrival() && (settings.external().isPresent() || embedded.isPresent());
        }
    }

    /** Reads the password files again: the operator may have corrected one since. */
    private List<DatabaseTarget> targets(Attempt attempt) {
        return attempt.server()
                .map(server -> settings.embedded(server, embeddedPasswords::get))
                .orElseGet(() -> RegistrySettings.of(configuration).external().orElseThrow());
    }

    /** Waits for the arrival of another server, but at most this long. */
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

    /**
     * Prepares the missing registries in order and stops at the first failure, since a later one would mostly fail as
     * well.
     *
     * @param missing prepared registries are removed from it
     */
    private boolean prepare(Attempt attempt, Set<RegistryDatabase> missing) throws InterruptedException {
        String what = "The registries";
        try {
            List<DatabaseTarget> targets = targets(attempt);
            for (DatabaseTarget target : targets) {
                if (missing.contains(target.registry())) {
                    what = "The " + target.registry() + " at " + target.address();
                    new DatabasePreparation(target).run();
                    holdName(targets);
                    use(target);
                    register(target.registry());
                    missing.remove(target.registry());
                    delay.reset();
                }
            }
            return true;
        } catch (ServerProblem | NodeGuard.NameTaken e) {
            delay.failed(e.getMessage() + notInService(missing));
        } catch (RuntimeException e) {
            delay.failed(what + " could not be prepared: " + e + "." + notInService(missing));
            LOG.debug("The preparation of a registry failed.", e);
        }
        return false;
    }

    /** Takes the name again if its connection was lost: another node may have taken it since. */
    private void holdName(List<DatabaseTarget> targets)
            throws ServerProblem, NodeGuard.NameTaken, InterruptedException {
        if (guard.filter(NodeGuard::isHeld).isPresent()) {
            return;
        }
        do {
            stepAside();
            releaseName();
            takeName(targets.get(0));
        } while (rival && !isHeldAfterRest());
        rival = false;
        if (aside) {
            aside = false;
            targets.stream()
                    .filter(target -> inService.contains(target.registry()))
                    .forEach(this::takePart);
            LOG.info("This node has its name, and changes the registries.");
        }
    }

    private void stepAside() {
        if (!aside && !inService.isEmpty()) {
            aside = true;
            transactions.values().forEach(RegistryTransactions::leave);
        }
    }

    private void takeName(DatabaseTarget target) throws ServerProblem, NodeGuard.NameTaken {
        try {
            guard = Optional.of(NodeGuard.hold(target, resources.node(), process));
        } catch (NodeGuard.NameTaken e) {
            rival = true;
            throw e;
        }
    }

    private boolean isHeldAfterRest() throws InterruptedException {
        LOG.info(
                "This node has taken over its name from another node. It changes the registries after {} s: by then the"
                        + " other node has noticed the loss of the name.",
                TimeUnit.MILLISECONDS.toSeconds(restMillis));
        TimeUnit.MILLISECONDS.sleep(restMillis);
        return guard.filter(NodeGuard::isHeld).isPresent();
    }

    private void releaseName() {
        guard.ifPresent(NodeGuard::close);
        guard = Optional.empty();
    }

    private void keepName(Attempt attempt) throws InterruptedException {
        if (!isCurrent(attempt)) {
            return;
        }
        try {
            holdName(targets(attempt));
            delay.reset();
        } catch (NodeGuard.NameTaken e) {
            delay.failed(e.getMessage() + " Nothing is changed from here, and nothing recovered, until then");
        } catch (ServerProblem e) {
            LOG.debug("The name of this node cannot be held, since the database is away.", e);
        } catch (RuntimeException e) {
            delay.failed("The name of this node cannot be held: " + e);
        }
    }

    private static String notInService(Set<RegistryDatabase> missing) {
        return missing.size() == RegistryDatabase.values().length
                ? " The registries are not in service"
                : missing.stream()
                                .map(RegistryDatabase::toString)
                                .collect(Collectors.joining(
                                        " and the ", " The ", missing.size() == 1 ? " is not" : " are not"))
                        + " in service";
    }

    /**
     * Opens the pool and enlists the database, so that recovery completes the transactions that a crash left prepared.
     */
    private void use(DatabaseTarget target) throws InterruptedException {
        transactions.get(target.registry()).use(pool(target));
        takePart(target);
        if (target.registry() == RegistryDatabase.TENANT) {
            replay.use(DataSources.claims(target));
        }
    }

    private void takePart(DatabaseTarget target) {
        PGXADataSource source = DataSources.distributed(target, settings.limits());
        transactions
                .get(target.registry())
                .join(() -> resources.register(target.registry().resource(), () -> DatabaseLink.open(source)));
    }

    private HikariDataSource pool(DatabaseTarget target) throws InterruptedException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        return DataSources.pool(target, settings.limits());
    }

    private void register(RegistryDatabase registry) {
        if (!inService.add(registry)) {
            LOG.info("The {} uses the database server again.", registry);
            return;
        }
        registry.services(transactions.get(registry)).forEach(service -> registrations.add(registered(service)));
        if (registry == RegistryDatabase.TENANT) {
            replay.register();
        }
        LOG.info("The {} is in service.", registry);
    }

    private <T> ServiceRegistration<T> registered(RegistryDatabase.Service<T> service) {
        return context.registerService(service.type(), service.instance(), null);
    }

    /** Waits longer from failure to failure, and logs each cause once. */
    private static final class RetryDelay {
        private static final long FIRST_MILLIS = 500;
        private static final long LONGEST_MILLIS = 5_000;

        private long millis = FIRST_MILLIS;
        private String said = "";

        void failed(String sentence) {
            if (!sentence.equals(said)) {
                LOG.warn("{}; trying on.", sentence);
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
