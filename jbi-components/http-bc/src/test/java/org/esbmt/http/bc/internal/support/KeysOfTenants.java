package org.esbmt.http.bc.internal.support;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.message.security.api.BackEndSecret;
import org.esbmt.message.security.api.KeySet;
import org.esbmt.message.security.api.OwnKey;
import org.esbmt.message.security.api.TenantKeys;
import org.esbmt.message.security.api.TenantKeysUnavailableException;
import org.esbmt.tenancy.api.KeyPurpose;
import org.esbmt.tenancy.api.TenantId;

/** Keys, secrets, partners and authorities of tenants that a test changes. */
public final class KeysOfTenants implements TenantKeys {
    private final Map<TenantId, KeySet> sets = new ConcurrentHashMap<>();
    private final AtomicLong lookUps = new AtomicLong();
    private volatile boolean unavailable;

    /** The keys of one tenant, to be published. */
    public final class Builder {
        private final TenantId tenant;
        private final List<OwnKey> keys = new ArrayList<>();
        private final List<BackEndSecret> secrets = new ArrayList<>();
        private final Map<String, X509Certificate> partners = new HashMap<>();
        private final Map<String, X509Certificate> authorities = new HashMap<>();

        Builder(TenantId tenant) {
            this.tenant = tenant;
        }

        public Builder key(String name, KeyPurpose purpose, PrivateKey key, X509Certificate certificate) {
            keys.add(new OwnKey(name, purpose, key, List.of(certificate), Optional.empty()));
            return this;
        }

        public Builder secret(BackEndSecret secret) {
            secrets.add(secret);
            return this;
        }

        public Builder partner(String name, X509Certificate certificate) {
            partners.put(name, certificate);
            return this;
        }

        public Builder authority(String name, X509Certificate certificate) {
            authorities.put(name, certificate);
            return this;
        }

        /** Takes the place of the tenant's former keys. */
        public void publish() {
            sets.put(tenant, new KeySet(keys, secrets, partners, List.of(), authorities, InstantSource.system()));
        }
    }

    public Builder with(TenantId tenant) {
        return new Builder(tenant);
    }

    /** The registry cannot be asked. */
    public void unavailable() {
        unavailable = true;
    }

    /** The number of times that keys were asked for. */
    public long lookUps() {
        return lookUps.get();
    }

    @Override
    public Optional<KeySet> known(TenantId tenant) {
        lookUps.incrementAndGet();
        return unavailable ? Optional.empty() : Optional.ofNullable(sets.get(tenant));
    }

    @Override
    public CompletionStage<KeySet> of(TenantId tenant) {
        if (unavailable) {
            return CompletableFuture.failedStage(new TenantKeysUnavailableException("the registry is down"));
        }
        return CompletableFuture.completedStage(
                sets.getOrDefault(tenant, new KeySet(List.of(), InstantSource.system())));
    }
}
