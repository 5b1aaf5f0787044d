package org.esbmt.registry.testing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantPartner;
import org.esbmt.registry.api.TenantPartners;
import org.esbmt.tenancy.api.TenantId;

/** Partners of an {@link InMemoryTenantRegistry}, under its lock. Its reports tell every change. */
public final class InMemoryTenantPartners implements TenantPartners, Restorable {
    private static final Comparator<TenantPartner> IN_ORDER = Comparator.comparing(
                    (TenantPartner partner) -> partner.revokedAt().isPresent())
            .thenComparing(partner -> partner.name().value())
            .thenComparing(TenantPartner::registeredAt, Comparator.reverseOrder())
            .thenComparing(partner -> partner.digest().toString());

    private final InMemoryTenantRegistry registry;
    private final List<TenantPartner> partners = new ArrayList<>();

    InMemoryTenantPartners(InMemoryTenantRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void register(TenantPartner partner) throws RegistryException {
        synchronized (registry) {
            registry.requireTenant(partner.tenant());
            Instant old = partner.registeredAt().minus(KEPT);
            partners.removeIf(one -> one.tenant().equals(partner.tenant())
                    && one.revokedAt().isPresent()
                    && one.notAfter().isBefore(old));
            List<TenantPartner> own = partners(partner.tenant());
            if (own.stream()
                    .anyMatch(one -> one.digest().equals(partner.digest())
                            || (one.revokedAt().isEmpty() && one.name().equals(partner.name())))) {
                throw new RegistryException.Conflict("Tenant " + partner.tenant()
                        + " has a partner of this name, or has or had one with this certificate.");
            }
            if (own.stream().filter(one -> one.revokedAt().isEmpty()).count() >= MOST) {
                throw new RegistryException.RuleBroken(
                        "Tenant " + partner.tenant() + " has " + MOST + " partners, and no tenant has more.", null);
            }
            partners.add(partner);
            registry.report(partner.tenant());
        }
    }

    @Override
    public List<TenantPartner> partners(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return partners.stream()
                    .filter(one -> one.tenant().equals(tenant))
                    .sorted(IN_ORDER)
                    .toList();
        }
    }

    /** Partners of all tenants. */
    List<TenantPartner> all() {
        synchronized (registry) {
            return List.copyOf(partners);
        }
    }

    @Override
    public void revoke(TenantId tenant, KeyName name, Instant at) throws RegistryException {
        synchronized (registry) {
            TenantPartner found = partners(tenant).stream()
                    .filter(one -> one.revokedAt().isEmpty() && one.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new RegistryException.NotFound(
                            "Tenant " + tenant + " has no partner '" + name + "' that is not revoked."));
            partners.set(partners.indexOf(found), found.revoked(at));
            registry.report(tenant);
        }
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            int before = partners.size();
            partners.removeIf(one -> one.tenant().equals(tenant));
            if (partners.size() < before) {
                registry.report(tenant);
            }
            return before - partners.size();
        }
    }

    @Override
    public Runnable remember() {
        synchronized (registry) {
            List<TenantPartner> then = List.copyOf(partners);
            return () -> {
                synchronized (registry) {
                    partners.clear();
                    partners.addAll(then);
                }
            };
        }
    }
}
