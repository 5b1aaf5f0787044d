package org.esbmt.tenancy.authentication.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The credentials that were verified a short time ago, one a user. Reading takes no lock; writing takes one, so that a
 * verification which began before a change of the same user is never remembered after it.
 */
final class VerifiedCredentials {
    /** Changes that a verification under way is compared with; one that takes longer than these is not remembered. */
    private static final int CHANGES_KEPT = 4_096;

    private final ConcurrentMap<Owner, Entry> entries = new ConcurrentHashMap<>();
    private final CredentialDigest digest;
    private final Settings settings;
    private final LongSupplier nanos;

    private final Object lock = new Object();
    /** Guarded by lock: entries in the order they were made, so of their end, and some that were replaced since. */
    private final Deque<Entry> byAge = new ArrayDeque<>();
    /** Guarded by lock: the latest changes, the newest last. */
    private final Deque<Change> changes = new ArrayDeque<>();
    /** Guarded by lock: how many changes there ever were. */
    private long changeCount;

    /** Whose credential. */
    record Owner(TenantId tenant, UserId user) {
        static Owner of(TenantCredential credential) {
            return new Owner(credential.tenant(), credential.user());
        }
    }

    /** A verified credential. */
    static final class Entry {
        private final Owner owner;
        private final long version;
        private final byte[] digest;
        private final Optional<AuthenticatedCaller> caller;
        private final long verifiedAt;
        /** When the registry was last asked; grows. */
        private volatile long confirmedAt;
        /** Whether somebody is about to ask again. */
        private volatile boolean renewing;

        private Entry(Owner owner, long version, byte[] digest, AuthenticatedCaller caller, long at) {
            this.owner = owner;
            this.version = version;
            this.digest = digest;
            this.caller = Optional.of(caller);
            this.verifiedAt = at;
            this.confirmedAt = at;
        }

        long version() {
            return version;
        }

        Owner owner() {
            return owner;
        }

        Optional<AuthenticatedCaller> caller() {
            return caller;
        }
    }

    VerifiedCredentials(CredentialDigest digest, Settings settings, LongSupplier nanos) {
        this.digest = digest;
        this.settings = settings;
        this.nanos = nanos;
    }

    /** The entry of this very credential, fresh or not, unless it is to be hashed again. Any thread, no lock. */
    Optional<Entry> find(TenantCredential credential) {
        Entry entry = entries.get(Owner.of(credential));
        return entry != null
                        && nanos.getAsLong() - entry.verifiedAt < settings.rehashNanos()
                        && CredentialDigest.same(entry.digest, digest.of(credential, entry.version))
                ? Optional.of(entry)
                : Optional.empty();
    }

    /**
     * Whether the entry may be used as it is.
     *
     * @param silentSince when the registry was last heard, if it is silent: who was fresh then goes on until the news is
     *     too old for everybody, since all that had changed by then was told
     */
    boolean fresh(Entry entry, Optional<Long> silentSince) {
        long now = silentSince.isPresent() ? silentSince.get() : nanos.getAsLong();
        return now - entry.confirmedAt < settings.freshNanos();
    }

    /** True for one of those who ask, when three quarters of the time are over: it should ask the registry now. */
    boolean claimRenewal(Entry entry) {
        if (entry.renewing || nanos.getAsLong() - entry.confirmedAt < settings.freshNanos() / 4 * 3) {
            return false;
        }
        synchronized (lock) {
            boolean mine = !entry.renewing;
            entry.renewing = true;
            return mine;
        }
    }

    /** To be taken before the registry is read, and given back with what came of it. */
    long moment() {
        synchronized (lock) {
            return changeCount;
        }
    }

    /** Remembers a verified credential; false, and nothing remembered, if the user was changed since the moment. */
    boolean remember(TenantCredential credential, long version, AuthenticatedCaller caller, long moment) {
        Entry entry =
                new Entry(Owner.of(credential), version, digest.of(credential, version), caller, nanos.getAsLong());
        synchronized (lock) {
            if (changedSince(entry.owner, moment)) {
                return false;
            }
            entries.put(entry.owner, entry);
            byAge.addLast(entry);
            forgetOldest();
            return true;
        }
    }

    /** The registry said again that the entry is right; false, and nothing done, if the user was changed meanwhile. */
    boolean confirm(Entry entry, long moment) {
        long now = nanos.getAsLong();
        synchronized (lock) {
            entry.renewing = false;
            if (changedSince(entry.owner, moment) || entries.get(entry.owner) != entry) {
                return false;
            }
            entry.confirmedAt = now;
            return true;
        }
    }

    /** The registry could not be asked. */
    void notConfirmed(Entry entry) {
        synchronized (lock) {
            entry.renewing = false;
        }
    }

    /** The registry no longer says what the entry says. */
    void forget(Entry entry) {
        entries.remove(entry.owner, entry);
    }

    /** What was verified before is not remembered afterwards. */
    void apply(List<Change> news) {
        synchronized (lock) {
            for (Change change : news) {
                changeCount++;
                changes.addLast(change);
                if (changes.size() > CHANGES_KEPT) {
                    changes.removeFirst();
                }
                if (change.user().isPresent()) {
                    entries.remove(new Owner(change.tenant(), change.user().get()));
                } else {
                    entries.keySet().removeIf(owner -> owner.tenant().equals(change.tenant()));
                }
            }
        }
    }

    /** Anything may have changed. */
    void forgetAll() {
        synchronized (lock) {
            changeCount += CHANGES_KEPT + 1;
            changes.clear();
            entries.clear();
            byAge.clear();
        }
    }

    /** Frees what is of no use any more; from time to time. */
    void forgetOld() {
        synchronized (lock) {
            forgetOldest();
        }
    }

    int size() {
        return entries.size();
    }

    /** Holding the lock. */
    private void forgetOldest() {
        long now = nanos.getAsLong();
        while (!byAge.isEmpty()) {
            Entry oldest = byAge.peekFirst();
            boolean replaced = entries.get(oldest.owner) != oldest;
            if (!replaced
                    && now - oldest.verifiedAt < settings.rehashNanos()
                    && entries.size() <= settings.cacheEntries()) {
                return;
            }
            byAge.removeFirst();
            entries.remove(oldest.owner, oldest);
        }
    }

    /** Holding the lock. */
    private boolean changedSince(Owner owner, long moment) {
        long unseen = changeCount - moment;
        if (unseen > changes.size()) {
            return true;
        }
        return changes.stream()
                .skip(changes.size() - unseen)
                .anyMatch(c -> c.tenant().equals(owner.tenant())
                        && c.user().map(owner.user()::equals).orElse(true));
    }
}
