package org.esbmt.registry.testing;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.OpaqueBytes;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.SealedValue;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.registry.api.TenantKey;
import org.esbmt.registry.api.TenantKeyStore;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantSecret;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.KeyState;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.TenantKeyId;

/** Keys and secrets without a database. Every operation holds the one lock; {@link InMemoryUnitOfWork} restores them. */
public final class InMemoryTenantKeyStore implements TenantKeyStore, Restorable {
    private static final Comparator<TenantKey> IN_ORDER = Comparator.comparing(InMemoryTenantKeyStore::isRevoked)
            .thenComparing(key -> key.name().value())
            .thenComparing(Comparator.comparing(TenantKey::createdAt).reversed())
            .thenComparing(key -> key.id().toString());

    private final InMemoryTenantRegistry tenants;
    private final Map<TenantKeyId, TenantKey> keys = new HashMap<>();
    private final Map<SecretKey, Versioned<TenantSecret>> secrets = new HashMap<>();

    private record SecretKey(TenantId tenant, KeyName name) {}

    public InMemoryTenantKeyStore(InMemoryTenantRegistry tenants) {
        this.tenants = requireNonNull(tenants, "tenants");
    }

    private static boolean isRevoked(TenantKey key) {
        return key.state() == KeyState.REVOKED;
    }

    @Override
    public synchronized void add(TenantKey key) throws RegistryException {
        requireTenant(key.tenant());
        keys.values()
                .removeIf(old -> old.tenant().equals(key.tenant())
                        && old.revokedAt()
                                .filter(at -> at.isBefore(key.createdAt().minus(KEPT)))
                                .isPresent());
        List<TenantKey> open = contents(key.tenant()).keys();
        if (open.stream().anyMatch(other -> other.name().equals(key.name()))) {
            throw new RegistryException.Conflict("Tenant " + key.tenant() + " has a key '" + key.name() + "'.");
        }
        if (open.size() >= MOST_KEYS) {
            throw tooMany(key.tenant(), MOST_KEYS + " keys");
        }
        keys.put(key.id(), key);
        tenants.report(key.tenant());
    }

    private static RegistryException tooMany(TenantId tenant, String most) {
        return new RegistryException.RuleBroken(
                "Tenant " + tenant + " has " + most + ", and no tenant has more.", null);
    }

    private void requireTenant(TenantId tenant) throws RegistryException {
        if (tenants.findTenant(tenant).isEmpty()) {
            throw new RegistryException.NotFound("There is no tenant " + tenant + ".");
        }
    }

    @Override
    public synchronized Optional<TenantKey> find(TenantId tenant, TenantKeyId id) throws RegistryException {
        tenants.findTenant(tenant);
        return Optional.ofNullable(keys.get(id)).filter(key -> key.tenant().equals(tenant));
    }

    @Override
    public synchronized List<TenantKey> keys(TenantId tenant) throws RegistryException {
        tenants.findTenant(tenant);
        return keys.values().stream()
                .filter(key -> key.tenant().equals(tenant))
                .sorted(IN_ORDER)
                .toList();
    }

    @Override
    public synchronized void certify(
            TenantId tenant, TenantKeyId id, OpaqueBytes chain, Instant notBefore, Instant notAfter)
            throws RegistryException {
        change(tenant, id, key -> key.certified(chain, notBefore, notAfter));
    }

    @Override
    public synchronized void makeFormer(TenantId tenant, TenantKeyId id, Instant until) throws RegistryException {
        change(tenant, id, key -> key.former(until));
    }

    @Override
    public synchronized void revoke(TenantId tenant, TenantKeyId id, Instant at) throws RegistryException {
        change(tenant, id, key -> key.revoked(at));
    }

    private void change(TenantId tenant, TenantKeyId id, UnaryOperator<TenantKey> change) throws RegistryException {
        TenantKey now = find(tenant, id)
                .filter(key -> !isRevoked(key))
                .orElseThrow(() -> new RegistryException.NotFound(
                        "Tenant " + tenant + " has no key " + id + " that is not revoked."));
        keys.put(id, change.apply(now));
        tenants.report(tenant);
    }

    @Override
    public synchronized Versioned<TenantSecret> putSecret(TenantSecret secret, long expectedVersion)
            throws RegistryException {
        requireTenant(secret.tenant());
        SecretKey key = new SecretKey(secret.tenant(), secret.name());
        long now = secrets.containsKey(key) ? secrets.get(key).revision() : 0;
        expect(secret.name(), now, expectedVersion);
        if (now == 0 && secrets(secret.tenant()).size() >= MOST_SECRETS) {
            throw tooMany(secret.tenant(), MOST_SECRETS + " secrets");
        }
        Versioned<TenantSecret> put = new Versioned<>(secret, expectedVersion + 1);
        secrets.put(key, put);
        tenants.report(secret.tenant());
        return put;
    }

    private static void expect(KeyName name, long now, long expected) throws RegistryException {
        if (now != expected) {
            throw new RegistryException.Stale(
                    "The secret '" + name + "' is at version " + now + " by now, not at " + expected + ".");
        }
    }

    @Override
    public synchronized List<Versioned<TenantSecret>> secrets(TenantId tenant) throws RegistryException {
        tenants.findTenant(tenant);
        return secrets.values().stream()
                .filter(secret -> secret.value().tenant().equals(tenant))
                .sorted(Comparator.comparing(secret -> secret.value().name().value()))
                .toList();
    }

    @Override
    public synchronized void removeSecret(TenantId tenant, KeyName name, long expectedVersion)
            throws RegistryException {
        SecretKey key = new SecretKey(tenant, name);
        Versioned<TenantSecret> before = secrets.get(key);
        if (before == null) {
            throw new RegistryException.NotFound("Tenant " + tenant + " has no secret '" + name + "'.");
        }
        expect(name, before.revision(), expectedVersion);
        secrets.remove(key);
        tenants.report(tenant);
    }

    @Override
    public synchronized int removeAll(TenantId tenant) throws RegistryException {
        int before = keys.size() + secrets.size();
        keys.values().removeIf(key -> key.tenant().equals(tenant));
        secrets.keySet().removeIf(key -> key.tenant().equals(tenant));
        int removed = before - keys.size() - secrets.size();
        if (removed > 0) {
            tenants.report(tenant);
        }
        return removed;
    }

    @Override
    public synchronized Contents contents(TenantId tenant) throws RegistryException {
        return new Contents(
                keys(tenant).stream().filter(key -> !isRevoked(key)).toList(),
                secrets(tenant).stream().map(Versioned::value).toList(),
                tenants.partners().partners(tenant).stream()
                        .filter(partner -> partner.revokedAt().isEmpty())
                        .toList(),
                tenants.issuers().issuers(tenant).stream().map(Versioned::value).toList(),
                tenants.authorities().authorities(tenant));
    }

    @Override
    public synchronized Map<TenantId, Long> expiring(Instant now, Instant before) throws RegistryException {
        tenants.findTenant(TenantRegistry.SYSTEM);
        Stream<TenantId> ofKeys = keys.values().stream()
                .filter(key -> !isRevoked(key) && key.notAfter().isBefore(before))
                .filter(key -> key.formerUntil().map(now::isBefore).orElse(true))
                .map(TenantKey::tenant);
        Stream<TenantId> ofPartners = tenants.partners().all().stream()
                .filter(partner ->
                        partner.revokedAt().isEmpty() && partner.notAfter().isBefore(before))
                .map(TenantPartner::tenant);
        Stream<TenantId> ofAuthorities = tenants.authorities().all().stream()
                .filter(authority -> authority.notAfter().isBefore(before))
                .map(TenantAuthority::tenant);
        return Stream.concat(Stream.concat(ofKeys, ofPartners), ofAuthorities)
                .collect(groupingBy(tenant -> tenant, counting()));
    }

    @Override
    public synchronized boolean reseal(TenantId tenant, TenantKeyId id, SealedValue expected, SealedValue next)
            throws RegistryException {
        Optional<TenantKey> now = find(tenant, id).filter(key -> key.sealed().equals(Optional.of(expected)));
        now.ifPresent(key -> keys.put(id, key.resealed(next)));
        return now.isPresent();
    }

    @Override
    public synchronized boolean reseal(TenantId tenant, KeyName secret, SealedValue expected, SealedValue next)
            throws RegistryException {
        tenants.findTenant(tenant);
        SecretKey key = new SecretKey(tenant, secret);
        Versioned<TenantSecret> now = secrets.get(key);
        if (now == null || !now.value().sealed().equals(expected)) {
            return false;
        }
        secrets.put(key, new Versioned<>(now.value().resealed(next), now.revision()));
        return true;
    }

    @Override
    public synchronized Runnable remember() {
        Map<TenantKeyId, TenantKey> keysThen = new HashMap<>(keys);
        Map<SecretKey, Versioned<TenantSecret>> secretsThen = new HashMap<>(secrets);
        return () -> {
            synchronized (this) {
                keys.clear();
                keys.putAll(keysThen);
                secrets.clear();
                secrets.putAll(secretsThen);
            }
        };
    }
}
