package org.esbmt.registry.testing;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Login;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.UserCertificate;
import org.esbmt.registry.api.UserCertificateQuery;
import org.esbmt.registry.api.UserCertificates;
import org.esbmt.tenancy.api.CertificateDigest;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Certificates of an {@link InMemoryTenantRegistry}, under its lock. Its reports tell every change. */
public final class InMemoryUserCertificates implements UserCertificates, Restorable {
    private final InMemoryTenantRegistry registry;
    private final Map<CertificateDigest, UserCertificate> certificates = new HashMap<>();

    InMemoryUserCertificates(InMemoryTenantRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void register(UserCertificate added) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            if (registry.findUser(added.tenant(), added.owner()).isEmpty()) {
                throw new RegistryException.NotFound(
                        "Tenant " + added.tenant() + " has no user " + added.owner() + ".");
            }
            Instant now = added.registeredAt();
            Predicate<UserCertificate> own = isOf(added.tenant(), added.owner());
            certificates.values().removeIf(own.and(c -> c.notAfter().isBefore(now.minus(KEPT))));
            if (certificates.containsKey(added.digest())) {
                throw new RegistryException.Conflict("This certificate is registered already, or was revoked.");
            }
            long open = certificates.values().stream()
                    .filter(own)
                    .filter(c -> c.isOpen(now))
                    .count();
            if (open >= MOST) {
                throw new RegistryException.RuleBroken(
                        "User " + added.owner() + " has " + MOST + " open certificates, and no user has more.", null);
            }
            certificates.put(added.digest(), added);
            registry.report(added.tenant(), added.owner());
        }
    }

    private static Predicate<UserCertificate> isOf(TenantId tenant, UserId owner) {
        return c -> c.tenant().equals(tenant) && c.owner().equals(owner);
    }

    @Override
    public Optional<UserCertificate> find(TenantId tenant, CertificateDigest digest) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return Optional.ofNullable(certificates.get(digest))
                    .filter(c -> c.tenant().equals(tenant));
        }
    }

    /** The certificate of a message's sender. */
    Optional<UserCertificate> unrevoked(TenantId tenant, CertificateDigest digest) {
        return Optional.ofNullable(certificates.get(digest))
                .filter(c -> c.tenant().equals(tenant) && c.revokedAt().isEmpty());
    }

    @Override
    public Listing<Owned> list(TenantId tenant, UserCertificateQuery query) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            Map<UserId, Login> logins = new HashMap<>();
            for (UserCertificate c : certificates.values()) {
                if (c.tenant().equals(tenant)) {
                    Login login = registry.findUser(tenant, c.owner())
                            .orElseThrow()
                            .value()
                            .login();
                    logins.put(c.owner(), login);
                }
            }
            Comparator<Owned> order = Comparator.comparing(
                            (Owned o) -> o.login().value())
                    .thenComparing(o -> o.certificate().registeredAt(), Comparator.reverseOrder())
                    .thenComparing(o -> o.certificate().digest().toString());
            List<Owned> all = certificates.values().stream()
                    .filter(c -> c.tenant().equals(tenant))
                    .filter(c -> query.owner().map(c.owner()::equals).orElse(true))
                    .filter(c -> query.nameContains().map(c.name()::contains).orElse(true))
                    .filter(c -> query.state().map(c.state(query.at())::equals).orElse(true))
                    .map(c -> new Owned(logins.get(c.owner()), c))
                    .sorted(order)
                    .toList();
            return new Listing<>(
                    all.stream()
                            .skip(query.slice().offset())
                            .limit(query.slice().limit())
                            .toList(),
                    all.size());
        }
    }

    @Override
    public void revoke(TenantId tenant, CertificateDigest digest, Instant at) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            revoke(
                    unrevoked(tenant, digest)
                            .orElseThrow(() -> new RegistryException.NotFound(
                                    "There is no certificate " + digest + " to revoke.")),
                    at);
        }
    }

    private void revoke(UserCertificate found, Instant at) {
        certificates.put(found.digest(), found.revoked(at));
        registry.report(found.tenant(), found.owner());
    }

    @Override
    public int revokeAll(TenantId tenant, UserId owner, Instant at) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            List<UserCertificate> open = certificates.values().stream()
                    .filter(isOf(tenant, owner))
                    .filter(c -> c.revokedAt().isEmpty())
                    .toList();
            open.forEach(c -> revoke(c, at));
            return open.size();
        }
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            List<UserCertificate> all = certificates.values().stream()
                    .filter(c -> c.tenant().equals(tenant))
                    .toList();
            all.forEach(c -> {
                certificates.remove(c.digest());
                registry.report(c.tenant(), c.owner());
            });
            return all.size();
        }
    }

    @Override
    public Runnable remember() {
        synchronized (registry) {
            Map<CertificateDigest, UserCertificate> then = new HashMap<>(certificates);
            return () -> {
                synchronized (registry) {
                    certificates.clear();
                    certificates.putAll(then);
                }
            };
        }
    }
}
