package org.esbmt.tenancy.authentication.internal;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.authentication.internal.VerifiedCredentials.Owner;

/**
 * The users of certificates or tokens, while the registry confirms them from time to time. Reads take no lock. Writes
 * take one, so that a look-up begun before a change of the same user is never remembered after it. Times are those of
 * {@link VerifiedCredentials}.
 *
 * @param <K> names a proof
 * @param <B> the registered data that a proof rests on
 */
final class VerifiedProofs<K, B> implements Outdatable {
    private final ConcurrentMap<K, Entry<K, B>> entries = new ConcurrentHashMap<>();
    private final AuthenticatorSettings settings;
    private final LongSupplier nanos;

    private final Object lock = new Object();
    /** Guarded by lock: the same entries, the least recently confirmed first. */
    private final Map<K, Entry<K, B>> byConfirmation = new LinkedHashMap<>();
    /** Guarded by lock: the same entries by their users. */
    private final Map<Owner, Set<K>> byOwner = new HashMap<>();
    /** Guarded by lock. */
    private final RecentChanges changes = new RecentChanges();

    /** A proof with its user. */
    static final class Entry<K, B> {
        private final K proof;
        private final B basis;
        private final Owner owner;
        private final long notBeforeMillis;
        private final long notAfterMillis;
        private final Optional<AuthenticatedCaller> caller;
        /** The time of the registry's last confirmation; grows. */
        private volatile long confirmedAt;
        /** True if a thread is about to confirm the entry. */
        private volatile boolean renewing;

        private Entry(K proof, B basis, Instant notBefore, Instant notAfter, AuthenticatedCaller caller, long at) {
            this.proof = proof;
            this.basis = basis;
            this.owner =
                    new Owner(caller.principal().tenant(), caller.principal().user());
            this.notBeforeMillis = notBefore.toEpochMilli();
            this.notAfterMillis = notAfter.toEpochMilli();
            this.caller = Optional.of(caller);
            this.confirmedAt = at;
        }

        K proof() {
            return proof;
        }

        B basis() {
            return basis;
        }

        Owner owner() {
            return owner;
        }

        Optional<AuthenticatedCaller> caller() {
            return caller;
        }

        /** True if the moment is in the proof's validity. */
        boolean isValidAt(long epochMillis) {
            return epochMillis >= notBeforeMillis && epochMillis <= notAfterMillis;
        }
    }

    VerifiedProofs(AuthenticatorSettings settings, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
    }

    /** The entry, fresh or not, unless its confirmation is too old. Any thread, no lock. */
    Optional<Entry<K, B>> find(K proof) {
        Entry<K, B> entry = entries.get(proof);
        return entry != null && nanos.getAsLong() - entry.confirmedAt < settings.keptNanos()
                ? Optional.of(entry)
                : Optional.empty();
    }

    /** As {@link VerifiedCredentials#fresh}. */
    boolean fresh(Entry<K, B> entry, Optional<Long> silentSince) {
        long now = silentSince.isPresent() ? silentSince.get() : nanos.getAsLong();
        return now - entry.confirmedAt < settings.freshNanos();
    }

    /** As {@link VerifiedCredentials#claimRenewal}. */
    boolean claimRenewal(Entry<K, B> entry) {
        if (entry.renewing || nanos.getAsLong() - entry.confirmedAt < settings.freshNanos() / 4 * 3) {
            return false;
        }
        synchronized (lock) {
            boolean mine = !entry.renewing;
            entry.renewing = true;
            return mine;
        }
    }

    /** Taken before a read of the registry, and passed back with its result. */
    long moment() {
        synchronized (lock) {
            return changes.moment();
        }
    }

    /**
     * Remembers the user of a proof. Returns false, without effect, if the user was changed since the moment.
     *
     * @param notBefore the first moment of the proof's validity
     * @param notAfter the last moment of the proof's validity
     */
    boolean remember(K proof, B basis, Instant notBefore, Instant notAfter, AuthenticatedCaller caller, long moment) {
        Entry<K, B> entry = new Entry<>(proof, basis, notBefore, notAfter, caller, nanos.getAsLong());
        synchronized (lock) {
            if (changes.any(entry.owner, moment)) {
                return false;
            }
            drop(proof);
            entries.put(proof, entry);
            byConfirmation.put(proof, entry);
            byOwner.computeIfAbsent(entry.owner, o -> new HashSet<>()).add(proof);
            forgetOldest();
            return true;
        }
    }

    /** Records a confirmation by the registry. Returns false, without effect, if the user was changed meanwhile. */
    boolean confirm(Entry<K, B> entry, long moment) {
        long now = nanos.getAsLong();
        synchronized (lock) {
            entry.renewing = false;
            if (changes.any(entry.owner, moment) || entries.get(entry.proof) != entry) {
                return false;
            }
            entry.confirmedAt = now;
            byConfirmation.remove(entry.proof);
            byConfirmation.put(entry.proof, entry);
            return true;
        }
    }

    /** The registry could not be asked. */
    void notConfirmed(Entry<K, B> entry) {
        synchronized (lock) {
            entry.renewing = false;
        }
    }

    /** Removes an entry that the registry does not confirm. */
    void forget(Entry<K, B> entry) {
        synchronized (lock) {
            if (entries.get(entry.proof) == entry) {
                drop(entry.proof);
            }
        }
    }

    @Override
    public void apply(List<Change> news) {
        synchronized (lock) {
            for (Change change : news) {
                changes.add(change);
                if (change.user().isPresent()) {
                    dropAll(byOwner.getOrDefault(
                            new Owner(change.tenant(), change.user().get()), Set.of()));
                } else {
                    dropAll(ofTenant(change.tenant()));
                }
            }
        }
    }

    /** Called under the lock. */
    private List<K> ofTenant(TenantId tenant) {
        return byConfirmation.values().stream()
                .filter(entry -> entry.owner.tenant().equals(tenant))
                .map(Entry::proof)
                .toList();
    }

    @Override
    public void forgetAll() {
        synchronized (lock) {
            changes.addEverything();
            entries.clear();
            byConfirmation.clear();
            byOwner.clear();
        }
    }

    @Override
    public void forgetOld() {
        synchronized (lock) {
            forgetOldest();
        }
    }

    int size() {
        return entries.size();
    }

    /** Called under the lock. */
    private void dropAll(Iterable<K> proofs) {
        Set<K> dropped = new HashSet<>();
        proofs.forEach(dropped::add);
        dropped.forEach(this::drop);
    }

    /** Called under the lock. */
    private void drop(K proof) {
        Entry<K, B> entry = entries.remove(proof);
        if (entry != null) {
            byConfirmation.remove(proof);
            byOwner.computeIfPresent(entry.owner, (owner, proofs) -> {
                proofs.remove(proof);
                return proofs.isEmpty() ? null : proofs;
            });
        }
    }

    /** Called under the lock. */
    private void forgetOldest() {
        long now = nanos.getAsLong();
        while (!byConfirmation.isEmpty()) {
            Iterator<Entry<K, B>> oldestFirst = byConfirmation.values().iterator();
            Entry<K, B> oldest = oldestFirst.next();
            if (now - oldest.confirmedAt < settings.keptNanos() && entries.size() <= settings.cacheEntries()) {
                return;
            }
            drop(oldest.proof);
        }
    }
}
