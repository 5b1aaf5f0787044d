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
 * Asks the registry, about every second, what changed and has it forgotten. Knows how long the registry has been silent, which
 * is how old the news at hand may be, and which tenants it spoke of.
 */
final class RegistryWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryWatch.class);

    private static final int MISSING_ANSWERS = 2;

    /** For an answer that is awaited when this is closed. */
    private static final long MOST_MILLIS_TO_END = 5_000;

    private final CredentialReader registry;
    private final VerifiedCredentials verified;
    private final AuthenticatorSettings settings;
    private final LongSupplier nanos;
    private final Consumer<Set<TenantId>> changed;
    private final Consumer<Changes> remembering;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "esbmt-credential-changes"));

    /** Only of the thread. */
    private Optional<Cursor> cursor = Optional.empty();
    /** Only of the thread. */
    private boolean reached = true;
    /** All that were ever there while this one watched; who was deleted stays. */
    private final Set<TenantId> tenants = ConcurrentHashMap.newKeySet();
    /** Everything committed before this was told; empty: nothing was told yet. */
    private volatile Optional<Long> toldUpTo = Optional.empty();

    private volatile boolean closed;

    /**
     * Begins without a question.
     *
     * @param changed is told, in the thread that asks, which tenants are new or changed as a whole
     * @param remembering as {@link org.esbmt.registry.api.CredentialWatcher}, in the same thread
     */
    RegistryWatch(
            CredentialReader registry,
            VerifiedCredentials verified,
            AuthenticatorSettings settings,
            LongSupplier nanos,
            Consumer<Set<TenantId>> changed,
            Consumer<Changes> remembering) {
        this.registry = registry;
        this.verified = verified;
        this.settings = settings;
        this.nanos = nanos;
        this.changed = changed;
        this.remembering = remembering;
    }

    RegistryWatch start() {
        // Catches what it throws, so there is no result to look at.
        ScheduledFuture<?> unused =
                thread.scheduleWithFixedDelay(this::ask, 0, settings.askNanos(), TimeUnit.NANOSECONDS);
        return this;
    }

    /** Whether what was verified before may still be relied on. Any thread, at no cost. */
    boolean upToDate() {
        Optional<Long> told = toldUpTo;
        return told.isPresent() && nanos.getAsLong() - told.get() < settings.outageNanos();
    }

    /**
     * When the registry was last heard, if more than one answer is missing since: no credential can be confirmed then.
     * Empty while it answers. Any thread, at no cost.
     */
    Optional<Long> silentSince() {
        Optional<Long> told = toldUpTo;
        return told.isPresent() && nanos.getAsLong() - told.get() >= MISSING_ANSWERS * settings.askNanos()
                ? told
                : Optional.empty();
    }

    /** Whether there is such a tenant, as of a moment ago. Any thread, without asking anybody. */
    boolean knows(TenantId tenant) {
        return tenants.contains(tenant);
    }

    /** How long the registry has been silent; -1: always. */
    long silentMillis() {
        return toldUpTo.map(told -> TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - told))
                .orElse(-1L);
    }

    /** Asks no more, and lets a question be answered that is on its way: who answers is closed next. */
    @Override
    public void close() {
        closed = true;
        thread.shutdown();
        try {
            if (!thread.awaitTermination(MOST_MILLIS_TO_END, TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** Last, since nobody who listens is to keep this from what it is here for. */
    private void tell(Changes changes, boolean first) {
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
                LOG.info("The changes of the registry are unknown: every sender is verified anew.");
                verified.forgetAll();
            } else {
                verified.apply(changes.changes());
            }
            boolean first = cursor.isEmpty();
            if (changes.everything() || first) {
                tenants.addAll(registry.tenants());
            }
            tenants.addAll(changes.newTenants());
            cursor = Optional.of(changes.next());
            toldUpTo = Optional.of(before);
            if (!reached) {
                LOG.info("The registry answers again.");
                reached = true;
            }
            tell(changes, first);
        } catch (RegistryException | RuntimeException e) {
            if (reached && !closed) {
                LOG.warn(
                        "The registry does not answer: senders verified before are let in for {} s more, then nobody. {}",
                        TimeUnit.NANOSECONDS.toSeconds(settings.outageNanos()),
                        e.getMessage());
                reached = false;
            }
        }
        verified.forgetOld();
    }
}
