package org.esbmt.tenancy.authentication.internal;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialReader.Changes;
import org.esbmt.registry.api.CredentialReader.Cursor;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the changes of the registry, about every second, and removes outdated credentials. Knows the age of the last
 * answer, which is the age of the known changes, and the tenants of the registry.
 */
final class RegistryWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryWatch.class);

    private static final int MISSING_ANSWERS = 2;

    /** The longest wait of the bus for a pending answer when this is closed. */
    private static final long MOST_MILLIS_TO_END = 5_000;

    private final CredentialReader registry;
    private final List<Outdatable> memories;
    private final AuthenticatorSettings settings;
    private final LongSupplier nanos;
    private final Consumer<Set<TenantId>> changed;
    private final Consumer<Changes> remembering;
    private final long mostMillisToEnd;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "esbmt-credential-changes"));

    /** Confined to the polling thread. */
    private Optional<Cursor> cursor = Optional.empty();
    /** Confined to the polling thread. */
    private boolean reached = true;
    /** All tenants seen so far, including deleted ones. */
    private final Set<TenantId> tenants = ConcurrentHashMap.newKeySet();
    /** All changes committed before this moment were reported; empty before the first report. */
    private volatile Optional<Long> reportedUpTo = Optional.empty();

    private volatile boolean closed;

    /**
     * Creates the watch; {@link #start} begins to poll.
     *
     * @param memories forget outdated data
     * @param changed receives, in the polling thread, the tenants that are new or changed as a whole
     * @param remembering receives changes like {@link org.esbmt.registry.api.CredentialWatcher}, in the same thread
     */
    RegistryWatch(
            CredentialReader registry,
            List<Outdatable> memories,
            AuthenticatorSettings settings,
            LongSupplier nanos,
            Consumer<Set<TenantId>> changed,
            Consumer<Changes> remembering) {
        this(registry, memories, settings, nanos, changed, remembering, MOST_MILLIS_TO_END);
    }

    /** @param mostMillisToEnd the longest wait for a pending answer when this is closed */
    RegistryWatch(
            CredentialReader registry,
            List<Outdatable> memories,
            AuthenticatorSettings settings,
            LongSupplier nanos,
            Consumer<Set<TenantId>> changed,
            Consumer<Changes> remembering,
            long mostMillisToEnd) {
        this.registry = registry;
        this.memories = List.copyOf(memories);
        this.settings = settings;
        this.nanos = nanos;
        this.changed = changed;
        this.remembering = remembering;
        this.mostMillisToEnd = mostMillisToEnd;
    }

    RegistryWatch start() {
        // The task catches its own exceptions, so its result is not used.
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::ask, 0, settings.askNanos(), TimeUnit.NANOSECONDS);
        return this;
    }

    /** True while earlier verifications are reliable. Any thread, at no cost. */
    boolean upToDate() {
        Optional<Long> last = reportedUpTo;
        return last.isPresent() && nanos.getAsLong() - last.get() < settings.outageNanos();
    }

    /**
     * The time of the registry's last answer, if more than one answer is missing since. No credential can be confirmed
     * then. Empty while the registry answers. Any thread, at no cost.
     */
    Optional<Long> silentSince() {
        Optional<Long> last = reportedUpTo;
        return last.isPresent() && nanos.getAsLong() - last.get() >= MISSING_ANSWERS * settings.askNanos()
                ? last
                : Optional.empty();
    }

    /** True if the tenant existed at the last report. Any thread, without a call of the registry. */
    boolean knows(TenantId tenant) {
        return tenants.contains(tenant);
    }

    /** The time since the registry's last answer; -1 if it never answered. */
    long silentMillis() {
        return reportedUpTo
                .map(last -> TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - last))
                .orElse(-1L);
    }

    /** Stops polling, and waits for a pending answer: its registry is closed next. */
    @Override
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(mostMillisToEnd, TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** Called last, so that a failing listener does not prevent the removal of outdated credentials. */
    private void report(Changes changes, boolean first) {
        if (first || changes.everything() || !changes.changes().isEmpty()) {
            remembering.accept(first ? new Changes(List.of(), Set.of(), true, changes.next()) : changes);
        }
        Set<TenantId> news = new HashSet<>(changes.newTenants());
        changes.changes().stream()
                .filter(change -> change.user().isEmpty())
                .map(CredentialReader.Change::tenant)
                .forEach(news::add);
        if (!news.isEmpty()) {
            changed.accept(news);
        }
    }

    private void ask() {
        long before = nanos.getAsLong();
        try {
            Changes changes = registry.changesSince(cursor);
            if (changes.everything()) {
                LOG.info("The changes of the registry are unknown: every sender is verified again.");
                memories.forEach(Outdatable::forgetAll);
            } else {
                memories.forEach(memory -> memory.apply(changes.changes()));
            }
            boolean first = cursor.isEmpty();
            if (changes.everything() || first) {
                tenants.addAll(registry.tenants());
            }
            tenants.addAll(changes.newTenants());
            cursor = Optional.of(changes.next());
            reportedUpTo = Optional.of(before);
            if (!reached) {
                LOG.info("The registry answers again.");
                reached = true;
            }
            report(changes, first);
        } catch (RegistryException | RuntimeException e) {
            if (reached && !closed) {
                LOG.warn(
                        "The registry does not answer: senders verified before are accepted for {} s more, then no sender. {}",
                        TimeUnit.NANOSECONDS.toSeconds(settings.outageNanos()),
                        e.getMessage());
                reached = false;
            }
        }
        memories.forEach(Outdatable::forgetOld);
    }
}
