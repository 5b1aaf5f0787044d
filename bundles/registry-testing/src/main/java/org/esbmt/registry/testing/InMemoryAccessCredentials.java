package org.esbmt.registry.testing;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.esbmt.registry.api.AccessCredential;
import org.esbmt.registry.api.AccessCredentials;
import org.esbmt.registry.api.CredentialDigest;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.tenancy.api.AccessCredentialId;
import org.esbmt.tenancy.api.AccessCredentialKind;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Tokens and certificates without a database. Every operation holds the one lock; {@link InMemoryUnitOfWork} puts them back. */
public final class InMemoryAccessCredentials implements AccessCredentials, Restorable {
    private static final Comparator<AccessCredential> NEWEST_FIRST =
            Comparator.comparing(AccessCredential::createdAt).reversed().thenComparing(c -> c.id().toString());

    private final TenantRegistry tenants;
    private final Map<AccessCredentialId, AccessCredential> credentials = new HashMap<>();

    public InMemoryAccessCredentials(TenantRegistry tenants) {
        this.tenants = requireNonNull(tenants, "tenants");
    }

    @Override
    public synchronized void add(AccessCredential added) throws RegistryException {
        if (tenants.findUser(added.tenant(), added.owner()).isEmpty()) {
            throw new RegistryException.NotFound("Tenant " + added.tenant() + " has no user " + added.owner() + ".");
        }
        Instant now = added.createdAt();
        credentials.values().removeIf(isOf(added.tenant(), added.owner()).and(old -> isDone(old, added, now)));
        if (credentials.values().stream().anyMatch(old -> old.digest().equals(added.digest()))) {
            throw new RegistryException.Conflict("This certificate is registered already, or was revoked.");
        }
        long open = credentials.values().stream()
                .filter(isOf(added.tenant(), added.owner()))
                .filter(old -> old.isOpen(now))
                .count();
        if (open >= MOST) {
            throw new RegistryException.RuleBroken(
                    "User " + added.owner() + " has " + MOST + " open tokens and certificates, and no user has more.",
                    null);
        }
        credentials.put(added.id(), added);
    }

    private static boolean isDone(AccessCredential old, AccessCredential added, Instant now) {
        if (old.kind() == AccessCredentialKind.CERTIFICATE) {
            return old.digest().equals(added.digest()) && old.revokedAt().isEmpty() && !old.isOpen(now);
        }
        return !old.isOpen(now) && old.revokedAt().orElse(old.expiresAt()).isBefore(now.minus(KEPT));
    }

    private static Predicate<AccessCredential> isOf(TenantId tenant, UserId owner) {
        return c -> c.tenant().equals(tenant) && c.owner().equals(owner);
    }

    @Override
    public synchronized Optional<AccessCredential> find(AccessCredentialKind kind, CredentialDigest digest) {
        return credentials.values().stream()
                .filter(c -> c.kind() == kind && c.digest().equals(digest))
                .findFirst();
    }

    @Override
    public synchronized Optional<AccessCredential> find(TenantId tenant, AccessCredentialId id) {
        return Optional.ofNullable(credentials.get(id)).filter(c -> c.tenant().equals(tenant));
    }

    @Override
    public synchronized List<AccessCredential> ofUser(TenantId tenant, UserId owner) {
        return credentials.values().stream()
                .filter(isOf(tenant, owner))
                .sorted(NEWEST_FIRST)
                .toList();
    }

    @Override
    public synchronized Listing<Owned> ofTenant(TenantId tenant, Slice slice) throws RegistryException {
        Map<UserId, Login> logins = new HashMap<>();
        for (AccessCredential c : credentials.values()) {
            if (c.tenant().equals(tenant) && !logins.containsKey(c.owner())) {
                logins.put(
                        c.owner(),
                        tenants.findUser(tenant, c.owner())
                                .orElseThrow()
                                .value()
                                .login());
            }
        }
        List<Owned> all = credentials.values().stream()
                .filter(c -> c.tenant().equals(tenant))
                .map(c -> new Owned(logins.get(c.owner()), c))
                .sorted(Comparator.comparing((Owned o) -> o.login().value())
                        .thenComparing(Owned::credential, NEWEST_FIRST))
                .toList();
        return new Listing<>(
                all.stream().skip(slice.offset()).limit(slice.limit()).toList(), all.size());
    }

    @Override
    public synchronized void revoke(TenantId tenant, AccessCredentialId id, Instant at) throws RegistryException {
        AccessCredential now = find(tenant, id)
                .filter(c -> c.revokedAt().isEmpty())
                .orElseThrow(
                        () -> new RegistryException.NotFound("There is no token or certificate " + id + " to revoke."));
        credentials.put(id, now.revoked(at));
    }

    @Override
    public synchronized void used(TenantId tenant, AccessCredentialId id, Instant at) {
        find(tenant, id).ifPresent(c -> credentials.put(id, c.used(at)));
    }

    @Override
    public synchronized int removeAll(TenantId tenant) {
        int before = credentials.size();
        credentials.values().removeIf(c -> c.tenant().equals(tenant));
        return before - credentials.size();
    }

    @Override
    public synchronized Runnable remember() {
        Map<AccessCredentialId, AccessCredential> then = new HashMap<>(credentials);
        return () -> {
            synchronized (this) {
                credentials.clear();
                credentials.putAll(then);
            }
        };
    }
}
