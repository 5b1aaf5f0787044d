package org.esbmt.tenancy.authentication.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The credentials that were verified, one a user, as long as the registry confirms them from time to time. Each is bound
 * to the verifier that its password was compared with: while the registry has that verifier, hashing the password again
 * could only say the same. Reading takes no lock; writing takes one, so that a verification which began
 * before a change of the same user is never remembered after it.
 */
final class VerifiedCredentials {
    /** Changes that a verification under way is compared with; one that takes longer than these is not remembered. */
    private static final int CHANGES_KEPT = 4_096;

    private final ConcurrentMap<Owner, Entry> entries = new ConcurrentHashMap<>();
    private final CredentialDigest digest;
    private final AuthenticatorSettings settings;
    private final LongSupplier nanos;

    private final Object lock = new Object();
    /** Guarded by lock: the same entries, the one that was confirmed longest ago first. Writers keep the two alike. */
    private final Map<Owner, Entry> byConfirmation = new LinkedHashMap<>();
    /** Guarded by lock: the latest changes, the newest last. */
    private final Deque<Change> changes = new ArrayDeque<>();
    /** Guarded by lock: how many changes there ever were. */
    private long changeCount;

    /** The owner of a credential. */
    record Owner(TenantId tenant, UserId user) {
        static Owner of(TenantCredential credential) {
            return new Owner(credential.tenant(), credential.user());
        }
    }

    /** A verified credential. */
    static final class Entry {
        private final Owner owner;
        private final long version;
        private final Verifier verifier;
        private final byte[] digest;
        private final Optional<AuthenticatedCaller> caller;
        /** When the registry last said that it is right; grows. */
        private volatile long confirmedAt;
        /** Whether somebody is about to ask again. */
        private volatile boolean renewing;

        private Entry(Owner owner, StoredCredential proof, byte[] digest, AuthenticatedCaller caller, long at) {
            this.owner = owner;
            this.version = proof.version();
            this.verifier = proof.verifier();
            this.digest = digest;
            this.caller = Optional.of(caller);
            this.confirmedAt = at;
        }

        /** Whether the registry still has what the password was compared with. */
        boolean isProvenBy(StoredCredential stored) {
            return stored.version() == version && stored.verifier().equals(verifier);
        }

        Owner owner() {
            return owner;
        }

        Optional<AuthenticatedCaller> caller() {
            return caller;
        }
    }

    VerifiedCredentials(CredentialDigest digest, AuthenticatorSettings settings, LongSupplier nanos) {
        this.digest = digest;
        this.settings = settings;
        this.nanos = nanos;
    }

    /** The entry of this very credential, fresh or not, unless it was not confirmed for too long. Any thread, no lock. */
    Optional<Entry> find(TenantCredential credential) {
        Entry entry = entries.get(Owner.of(credential));
        return entry != null
                        && nanos.getAsLong() - entry.confirmedAt < settings.keptNanos()
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

    /**
     * Remembers a verified credential; false, and nothing remembered, if the user was changed since the moment.
     *
     * @param proof what the password was compared with
     */
    boolean remember(TenantCredential credential, StoredCredential proof, AuthenticatedCaller caller, long moment) {
        Entry entry = new Entry(
                Owner.of(credential), proof, digest.of(credential, proof.version()), caller, nanos.getAsLong());
        synchronized (lock) {
            if (changedSince(entry.owner, moment)) {
                return false;
            }
            entries.put(entry.owner, entry);
            last(entry);
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
            last(entry);
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
        synchronized (lock) {
            if (entries.get(entry.owner) == entry) {
                drop(entry.owner);
            }
        }
    }

    /** Forgets the verified credentials of changed users and tenants. */
    void apply(List<Change> news) {
        synchronized (lock) {
            for (Change change : news) {
                changeCount++;
                changes.addLast(change);
                if (changes.size() > CHANGES_KEPT) {
                    changes.removeFirst();
                }
                if (change.user().isPresent()) {
                    drop(new Owner(change.tenant(), change.user().get()));
                } else {
                    entries.keySet().removeIf(owner -> owner.tenant().equals(change.tenant()));
                    byConfirmation.keySet().removeIf(owner -> owner.tenant().equals(change.tenant()));
                }
            }
        }
    }

    /** Forgets all credentials, because any of them may have changed. */
    void forgetAll() {
        synchronized (lock) {
            changeCount += CHANGES_KEPT + 1;
            changes.clear();
            entries.clear();
            byConfirmation.clear();
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
    private void last(Entry entry) {
        byConfirmation.remove(entry.owner);
        byConfirmation.put(entry.owner, entry);
    }

    /** Holding the lock. */
    private void drop(Owner owner) {
        entries.remove(owner);
        byConfirmation.remove(owner);
    }

    /** Holding the lock. */
    private void forgetOldest() {
        long now = nanos.getAsLong();
        Iterator<Entry> oldestFirst = byConfirmation.values().iterator();
        while (oldestFirst.hasNext()) {
            Entry oldest = oldestFirst.next();
            if (now - oldest.confirmedAt < settings.keptNanos() && entries.size() <= settings.cacheEntries()) {
                return;
            }
            oldestFirst.remove();
            entries.remove(oldest.owner);
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
