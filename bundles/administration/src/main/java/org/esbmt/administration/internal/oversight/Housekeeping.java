package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.AdministrationConfiguration;
import org.esbmt.administration.internal.registry.ChangeResources;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterTaskLock;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.Forgetting;
import org.esbmt.registry.api.service.Forgotten;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.quota.Resource;
import org.esbmt.transaction.api.InDoubtException;
import org.esbmt.transaction.api.RolledBackException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets expired data periodically, in small steps, on one node of a cluster at a time. It removes former versions of
 * assemblies with their archives, and old entries of the journal of operations. The bytes of an archive return to the
 * tenant's quota in the same unit of work. The log of commands to the nodes stays, since a new node begins with its
 * first entry. The audit trail stays, too. Archives of components belong to the installation and are not removed here.
 *
 * <p>Threads: one of its own.
 */
@Component(service = Housekeeping.class, immediate = true, configurationPid = AdministrationConfiguration.PID)
public final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final String TURN = "housekeeping";
    /** The number of entries that one unit of work forgets; other changes of the tenant wait for it. */
    private static final int STEP = 100;
    /** The limit of one round; the next round removes the rest. */
    private static final int STEPS = 100;

    private final ChangeResources resources;
    private final ClusterTaskLock turns;
    private final TenantRegistry tenants;
    private final Kept kept;
    private final Clock clock;
    private final ScheduledExecutorService worker;

    @Activate
    public Housekeeping(
            @Reference ChangeResources resources,
            @Reference ClusterTaskLock turns,
            @Reference TenantRegistry tenants,
            AdministrationConfiguration configuration) {
        this(resources, turns, tenants, Kept.of(configuration), Clock.systemUTC());
        long minutes = Kept.within("housekeeping.minutes", configuration.housekeeping_minutes(), 1, 1_440);
        Future<?> unused = worker.scheduleWithFixedDelay(this::round, minutes, minutes, TimeUnit.MINUTES);
    }

    Housekeeping(ChangeResources resources, ClusterTaskLock turns, TenantRegistry tenants, Kept kept, Clock clock) {
        this.resources = requireNonNull(resources, "resources");
        this.turns = requireNonNull(turns, "turns");
        this.tenants = requireNonNull(tenants, "tenants");
        this.kept = requireNonNull(kept, "kept");
        this.clock = requireNonNull(clock, "clock");
        this.worker = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "esbmt-housekeeping");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Deactivate
    void stop() {
        worker.shutdownNow();
    }

    /**
     * The retention times.
     *
     * @param undeployed longer than a node waits for an archive that is not there yet
     */
    record Kept(Duration history, Duration undeployed, Duration operations) {
        static Kept of(AdministrationConfiguration configuration) {
            return new Kept(
                    Duration.ofDays(within("history.kept.days", configuration.history_kept_days(), 1, 3_650)),
                    Duration.ofMinutes(
                            within("undeployed.kept.minutes", configuration.undeployed_kept_minutes(), 10, 525_600)),
                    Duration.ofDays(within("operations.kept.days", configuration.operations_kept_days(), 1, 3_650)));
        }

        private static int within(String key, int value, int least, int most) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(AdministrationConfiguration.PID + ": " + key + " must be " + least
                        + " to " + most + ", but is " + value);
            }
            return value;
        }
    }

    /** The counts of one round. */
    private static final class Tally {
        int versions;
        int artifacts;
        int tenants;
        int operations;
        long bytes;

        boolean nothing() {
            return tenants == 0 && operations == 0;
        }
    }

    /** Reports that another node runs the housekeeping. */
    private static final class NotOurTurn extends Exception {
        private static final long serialVersionUID = 1L;

        NotOurTurn() {
            super("another node runs the housekeeping", null, false, false);
        }
    }

    /** Runs one round. A failure ends this round, not the later ones. */
    void round() {
        long began = System.nanoTime();
        Tally tally = new Tally();
        try {
            Instant now = clock.instant();
            Forgetting what = new Forgetting(now.minus(kept.history()), now.minus(kept.undeployed()), STEP);
            for (TenantId tenant : tenants()) {
                tidy(tenant, what, tally);
            }
            forgetOperations(now.minus(kept.operations()), tally);
        } catch (NotOurTurn e) {
            LOG.debug("Another node runs the housekeeping.");
        } catch (RegistryException | RolledBackException | InDoubtException | RuntimeException e) {
            if (!worker.isShutdown()) {
                LOG.warn("Housekeeping ended early and continues at the next run: {}", e.getMessage());
            }
            LOG.debug("Housekeeping ended early.", e);
        }
        if (!tally.nothing()) {
            LOG.info(
                    "Housekeeping has forgotten {} former versions and {} archives of {} tenants, {} bytes, and {}"
                            + " operations of the journal, in {} s.",
                    tally.versions,
                    tally.artifacts,
                    tally.tenants,
                    tally.bytes,
                    tally.operations,
                    String.format(Locale.ROOT, "%.1f", (System.nanoTime() - began) / 1e9));
        }
    }

    private List<TenantId> tenants() throws RegistryException {
        List<TenantId> all = new ArrayList<>();
        Optional<TenantName> last = Optional.empty();
        List<Versioned<Tenant>> part;
        do {
            part = tenants.listTenants(TenantQuery.next(last)).entries();
            for (Versioned<Tenant> tenant : part) {
                last = Optional.of(tenant.value().name());
                if (tenant.value().state() != TenantState.DELETED) {
                    all.add(tenant.value().id());
                }
            }
        } while (!part.isEmpty());
        return all;
    }

    /** Forgets the history of one tenant. A failure here does not prevent the next tenant's. */
    private void tidy(TenantId tenant, Forgetting what, Tally tally) throws NotOurTurn, RegistryException {
        try {
            boolean more = resources.services().isForgettable(tenant, what);
            tally.tenants += more ? 1 : 0;
            for (int i = 0; more && i < STEPS; i++) {
                more = !step(tenant, what, tally).nothing();
            }
        } catch (RegistryException.Unavailable e) {
            throw e;
        } catch (RegistryException | RolledBackException | InDoubtException e) {
            LOG.warn("The history of tenant {} is not deleted in this run: {}", tenant, e.getMessage());
        }
    }

    private Forgotten step(TenantId tenant, Forgetting what, Tally tally)
            throws NotOurTurn, RegistryException, RolledBackException, InDoubtException {
        long[] bytes = {0};
        Forgotten forgotten = this.<Forgotten>inTurn(() -> {
            resources.consumption().hold(tenant, Set.of(Resource.REGISTRY_BYTES));
            Forgotten gone = resources.services().forgetHistory(tenant, what);
            for (Digest artifact : gone.artifacts()) {
                List<Use> given = resources.consumption().release(tenant, QuotaConsumption.holder(tenant, artifact));
                bytes[0] += given.stream().mapToLong(Use::amount).sum();
            }
            return gone;
        });
        tally.versions += forgotten.versions();
        tally.artifacts += forgotten.artifacts().size();
        tally.bytes += bytes[0];
        return forgotten;
    }

    private void forgetOperations(Instant before, Tally tally)
            throws NotOurTurn, RegistryException, RolledBackException, InDoubtException {
        int gone = STEP;
        for (int i = 0; gone == STEP && i < STEPS; i++) {
            gone = this.<Integer>inTurn(() -> resources.journal().forget(before, STEP));
            tally.operations += gone;
        }
    }

    /** A step. */
    @FunctionalInterface
    private interface Part<T> {
        T done() throws RegistryException;
    }

    private <T> T inTurn(Part<T> part) throws NotOurTurn, RegistryException, RolledBackException, InDoubtException {
        Optional<T> done = resources
                .units()
                .<Optional<T>, RegistryException>run(
                        transaction -> turns.take(TURN) ? Optional.of(part.done()) : Optional.empty());
        return done.orElseThrow(NotOurTurn::new);
    }
}
