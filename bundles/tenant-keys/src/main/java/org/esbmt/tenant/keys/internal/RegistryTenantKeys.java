package org.esbmt.tenant.keys.internal;

import static java.util.Objects.requireNonNull;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.message.security.api.TenantKeysUnavailableException;
import org.esbmt.registry.api.CredentialReader;
import org.esbmt.registry.api.CredentialWatcher;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantKeyStore.Contents;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenant.keys.internal.seal.Sealer.MissingSealingKeyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers the opened keys of tenants. A reported change forgets them. Keys in use are read again every few seconds, so
 * the age of remembered keys is the age of the registry's last answer at the most. Beyond the tolerated outage they are
 * not used. A tenant has one read under way at most, so no tenant keeps the readers from others.
 */
final class RegistryTenantKeys implements TenantKeys, CredentialWatcher, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryTenantKeys.class);

    private static final int READERS = 2;
    private static final int MOST_WAITING = 10_000;
    private static final int TRIES = 3;

    private final TenantKeyStore store;
    private final OpenedKeys opened;
    private final TenantKeysSettings settings;
    private final LongSupplier nanos;
    private final ThreadPoolExecutor readers;

    private final ConcurrentMap<TenantId, Entry> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<TenantId, Read> underWay = new ConcurrentHashMap<>();
    /** The lack of a sealing key that another node has. */
    private volatile Optional<String> problem = Optional.empty();

    private final Object lock = new Object();
    /** Guarded by lock: the same entries, the least recently read first. */
    private final Map<TenantId, Entry> byAge = new LinkedHashMap<>();

    /** The keys of a tenant, and the moment before they were read. */
    private record Entry(Contents contents, KeySet keys, long readAt) {}

    /** One read of a tenant's keys. */
    private static final class Read {
        private final CompletableFuture<KeySet> result = new CompletableFuture<>();
        /** True after a change that the present try may not have seen. */
        private volatile boolean outdated;
    }

    RegistryTenantKeys(TenantKeyStore store, OpenedKeys opened, TenantKeysSettings settings, LongSupplier nanos) {
        this.store = requireNonNull(store, "store");
        this.opened = requireNonNull(opened, "opened");
        this.settings = requireNonNull(settings, "settings");
        this.nanos = requireNonNull(nanos, "nanos");
        this.readers = new ThreadPoolExecutor(
                READERS, READERS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_WAITING), work -> {
                    Thread thread = new Thread(work, "esbmt-tenant-keys");
                    thread.setDaemon(true);
                    return thread;
                });
    }

    @Override
    public Optional<KeySet> known(TenantId tenant) {
        Entry entry = entries.get(requireNonNull(tenant, "tenant"));
        if (entry == null) {
            return Optional.empty();
        }
        long age = nanos.getAsLong() - entry.readAt();
        if (age >= settings.outageNanos()) {
            return Optional.empty();
        }
        if (age >= settings.renewNanos()) {
            CompletionStage<KeySet> unused = read(tenant);
        }
        return Optional.of(entry.keys());
    }

    @Override
    public CompletionStage<KeySet> of(TenantId tenant) {
        Optional<KeySet> known = known(tenant);
        // A stage of the caller's own: nobody completes it for others.
        return known.isPresent() ? CompletableFuture.completedStage(known.get()) : read(tenant);
    }

    private CompletionStage<KeySet> read(TenantId tenant) {
        Read mine = new Read();
        Read other = underWay.putIfAbsent(tenant, mine);
        if (other != null) {
            return other.result.minimalCompletionStage();
        }
        try {
            readers.execute(() -> read(tenant, mine));
        } catch (RejectedExecutionException e) {
            underWay.remove(tenant, mine);
            mine.result.completeExceptionally(
                    new TenantKeysUnavailableException("too many tenants wait for their keys", e));
        }
        return mine.result.minimalCompletionStage();
    }

    private void read(TenantId tenant, Read read) {
        try {
            KeySet keys = null;
            for (int i = 0; i < TRIES && keys == null; i++) {
                read.outdated = false;
                keys = attempt(tenant, read);
            }
            underWay.remove(tenant, read);
            if (keys == null) {
                throw new TenantKeysUnavailableException("the keys of tenant " + tenant + " change all the time");
            }
            read.result.complete(keys);
        } catch (TenantKeysUnavailableException e) {
            fail(tenant, read, e);
        } catch (MissingSealingKeyException e) {
            lacks(e.getMessage());
            fail(tenant, read, unreadable(tenant, e));
        } catch (RegistryException | RuntimeException e) {
            fail(tenant, read, unreadable(tenant, e));
        }
    }

    private static TenantKeysUnavailableException unreadable(TenantId tenant, Exception e) {
        return new TenantKeysUnavailableException(
                "the keys of tenant " + tenant + " cannot be read: " + e.getMessage(), e);
    }

    private void lacks(String sentence) {
        Optional<String> reason = Optional.of(Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
        if (!problem.equals(reason)) {
            LOG.error("{} Some keys of tenants cannot be used until then.", reason.get());
        }
        problem = reason;
    }

    /** The lack of a sealing key, as a sentence. Any thread. */
    Optional<String> problem() {
        return problem;
    }

    private void fail(TenantId tenant, Read read, TenantKeysUnavailableException e) {
        underWay.remove(tenant, read);
        read.result.completeExceptionally(e);
    }

    /** Returns null after a change that it may not have seen. */
    private KeySet attempt(TenantId tenant, Read read) throws RegistryException, MissingSealingKeyException {
        long before = nanos.getAsLong();
        Contents contents = store.contents(tenant);
        Entry former = entries.get(tenant);
        KeySet keys = former != null && former.contents().equals(contents)
                ? former.keys()
                : opened.open(contents, Optional.ofNullable(former).map(Entry::keys));
        return remember(tenant, new Entry(contents, keys, before), read) ? keys : null;
    }

    private boolean remember(TenantId tenant, Entry entry, Read read) {
        synchronized (lock) {
            if (read.outdated) {
                return false;
            }
            entries.put(tenant, entry);
            byAge.remove(tenant);
            byAge.put(tenant, entry);
            forgetOldest();
            return true;
        }
    }

    /** Called under the lock. */
    private void forgetOldest() {
        long now = nanos.getAsLong();
        Iterator<Map.Entry<TenantId, Entry>> oldestFirst = byAge.entrySet().iterator();
        while (oldestFirst.hasNext()) {
            Map.Entry<TenantId, Entry> oldest = oldestFirst.next();
            if (now - oldest.getValue().readAt() < settings.outageNanos() && byAge.size() <= settings.tenants()) {
                return;
            }
            oldestFirst.remove();
            entries.remove(oldest.getKey());
        }
    }

    @Override
    public void changed(CredentialReader.Changes changes) {
        if (changes.everything()) {
            forgetAll();
            return;
        }
        synchronized (lock) {
            changes.changes().stream()
                    .filter(change -> change.user().isEmpty())
                    .map(CredentialReader.Change::tenant)
                    .forEach(this::forget);
        }
    }

    /** Called under the lock. */
    private void forget(TenantId tenant) {
        entries.remove(tenant);
        byAge.remove(tenant);
        Read read = underWay.get(tenant);
        if (read != null) {
            read.outdated = true;
        }
    }

    /** Reads all keys anew, with other sealing keys. */
    void sealingKeysChanged() {
        problem = Optional.empty();
        forgetAll();
    }

    private void forgetAll() {
        synchronized (lock) {
            entries.clear();
            byAge.clear();
            underWay.values().forEach(read -> read.outdated = true);
        }
    }

    /** Frees keys that are too old to be used; called from time to time. */
    void forgetOld() {
        synchronized (lock) {
            forgetOldest();
        }
    }

    int size() {
        return entries.size();
    }

    @Override
    public void close() {
        readers.shutdownNow();
        underWay.values()
                .forEach(read -> read.result.completeExceptionally(
                        new TenantKeysUnavailableException("the keys of tenants end with the bundle")));
        forgetAll();
    }
}
