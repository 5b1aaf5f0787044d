package org.esbmt.tenancy.authentication.internal;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.esbmt.registry.api.CredentialReader.Change;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.Verifier;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/**
 * The verified credentials, one a user, while the registry confirms them from time to time. Each is bound to the
 * verifier of its password's check. While the registry has that verifier, another hash of the password would only
 * repeat the result. Reads take no lock. Writes take one, so that a verification begun before a change of the same user
 * is never remembered after it.
 */
final class VerifiedCredentials implements Outdatable {
    /** Sources of one credential; who sends from more has the others looked at again. */
    private static final int SOURCES_KEPT = 16;

    private final ConcurrentMap<Owner, Entry> entries = new ConcurrentHashMap<>();
    private final CredentialDigest digest;
    private final AuthenticatorSettings settings;
    private final LongSupplier nanos;

    private final Object lock = new Object();
    /** Guarded by lock: the same entries, the least recently confirmed first. Writers keep the two maps equal. */
    private final Map<Owner, Entry> byConfirmation = new LinkedHashMap<>();
    /** Guarded by lock. */
    private final RecentChanges changes = new RecentChanges();

    /**
     * The owner of a credential. It has the numbers of the identifiers beside them. So a comparison looks at one object of
     * a tenant, where five would be out of the caches.
     */
    static final class Owner {
        private final TenantId tenant;
        private final UserId user;
        private final long tenantHigh;
        private final long tenantLow;
        private final long userHigh;
        private final long userLow;

        Owner(TenantId tenant, UserId user) {
            this.tenant = tenant;
            this.user = user;
            this.tenantHigh = tenant.value().getMostSignificantBits();
            this.tenantLow = tenant.value().getLeastSignificantBits();
            this.userHigh = user.value().getMostSignificantBits();
            this.userLow = user.value().getLeastSignificantBits();
        }

        static Owner of(TenantCredential credential) {
            return new Owner(credential.tenant(), credential.user());
        }

        TenantId tenant() {
            return tenant;
        }

        UserId user() {
            return user;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Owner owner
                    && owner.tenantHigh == tenantHigh
                    && owner.tenantLow == tenantLow
                    && owner.userHigh == userHigh
                    && owner.userLow == userLow;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(tenantHigh
                    ^ Long.rotateLeft(tenantLow, 16)
                    ^ Long.rotateLeft(userHigh, 32)
                    ^ Long.rotateLeft(userLow, 48));
        }

        @Override
        public String toString() {
            return tenant + "/" + user;
        }
    }

    /** A verified credential. */
    static final class Entry {
        private final Owner owner;
        private final long version;
        private final Verifier verifier;
        private final byte[] digest;
        private final Optional<AuthenticatedCaller> caller;
        /** The time of the registry's last confirmation; grows. */
        private volatile long confirmedAt;
        /** True if a thread is about to confirm the entry. */
        private volatile boolean renewing;
        /** Where it has come from, the latest new one first. */
        private volatile List<Source> sources = List.of();

        private Entry(Owner owner, StoredCredential proof, byte[] digest, AuthenticatedCaller caller, long at) {
            this.owner = owner;
            this.version = proof.version();
            this.verifier = proof.verifier();
            this.digest = digest;
            this.caller = Optional.of(caller);
            this.confirmedAt = at;
        }

        /** True if the registry still has the verifier of the password's check. */
        boolean isProvenBy(StoredCredential stored) {
            return stored.version() == version && stored.verifier().equals(verifier);
        }

        /** Whether it has come from there, and nobody guesses there so much that it is to be looked at again. */
        boolean isFrom(Source source) {
            return sources.contains(source);
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

    /** The entry of exactly this credential, fresh or not, unless its confirmation is too old. Any thread, no lock. */
    Optional<Entry> find(TenantCredential credential) {
        Entry entry = entries.get(Owner.of(credential));
        return entry != null
                        && nanos.getAsLong() - entry.confirmedAt < settings.keptNanos()
                        && CredentialDigest.same(entry.digest, digest.of(credential, entry.version))
                ? Optional.of(entry)
                : Optional.empty();
    }

    /**
     * True if the entry may be used without a confirmation.
     *
     * @param silentSince the time of the registry's last answer, if it does not answer. A fresh entry at that time
     * stays usable until the tolerated outage ends for all, since all earlier changes were reported
     */
    boolean fresh(Entry entry, Optional<Long> silentSince) {
        long now = silentSince.isPresent() ? silentSince.get() : nanos.getAsLong();
        return now - entry.confirmedAt < settings.freshNanos();
    }

    /**
     * True for one of the callers, after three quarters of the time: that caller confirms the entry with the registry
     * now.
     */
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

    /** Taken before a read of the registry, and passed back with its result. */
    long moment() {
        synchronized (lock) {
            return changes.moment();
        }
    }

    /**
     * Remembers a verified credential. Returns false, without effect, if the user was changed since the moment.
     *
     * @param proof the data of the password's check
     */
    boolean remember(TenantCredential credential, StoredCredential proof, AuthenticatedCaller caller, long moment) {
        Entry entry = new Entry(
                Owner.of(credential), proof, digest.of(credential, proof.version()), caller, nanos.getAsLong());
        synchronized (lock) {
            if (changes.any(entry.owner, moment)) {
                return false;
            }
            entries.put(entry.owner, entry);
            last(entry);
            forgetOldest();
            return true;
        }
    }

    /** Records a confirmation by the registry. Returns false, without effect, if the user was changed meanwhile. */
    boolean confirm(Entry entry, long moment) {
        long now = nanos.getAsLong();
        synchronized (lock) {
            entry.renewing = false;
            if (changes.any(entry.owner, moment) || entries.get(entry.owner) != entry) {
                return false;
            }
            entry.confirmedAt = now;
            last(entry);
            return true;
        }
    }

    /** The owner's credential has come from there. */
    void addSource(Owner owner, Source source) {
        change(owner, source, true);
    }

    /** From there, the owner's credential is to be looked at again. */
    void dropSource(Owner owner, Source source) {
        change(owner, source, false);
    }

    private void change(Owner owner, Source source, boolean known) {
        Entry entry = entries.get(owner);
        if (entry != null && entry.isFrom(source) != known) {
            synchronized (lock) {
                Stream<Source> others = entry.sources.stream().filter(other -> !other.equals(source));
                entry.sources = Stream.concat(known ? Stream.of(source) : Stream.empty(), others)
                        .limit(SOURCES_KEPT)
                        .toList();
            }
        }
    }

    /** The registry could not be asked. */
    void notConfirmed(Entry entry) {
        synchronized (lock) {
            entry.renewing = false;
        }
    }

    /** Removes an entry that the registry does not confirm. */
    void forget(Entry entry) {
        synchronized (lock) {
            if (entries.get(entry.owner) == entry) {
                drop(entry.owner);
            }
        }
    }

    @Override
    public void apply(List<Change> news) {
        synchronized (lock) {
            for (Change change : news) {
                changes.add(change);
                if (change.user().isPresent()) {
                    drop(new Owner(change.tenant(), change.user().get()));
                } else {
                    entries.keySet().removeIf(owner -> owner.tenant().equals(change.tenant()));
                    byConfirmation.keySet().removeIf(owner -> owner.tenant().equals(change.tenant()));
                }
            }
        }
    }

    @Override
    public void forgetAll() {
        synchronized (lock) {
            changes.addEverything();
            entries.clear();
            byConfirmation.clear();
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
    private void last(Entry entry) {
        byConfirmation.remove(entry.owner);
        byConfirmation.put(entry.owner, entry);
    }

    /** Called under the lock. */
    private void drop(Owner owner) {
        entries.remove(owner);
        byConfirmation.remove(owner);
    }

    /** Called under the lock. */
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
}
