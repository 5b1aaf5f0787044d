package org.esbmt.registry.testing;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.KeyName;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RevocationList;
import org.esbmt.registry.api.RevokedSerials;
import org.esbmt.registry.api.TenantAuthorities;
import org.esbmt.registry.api.TenantAuthority;
import org.esbmt.tenancy.api.TenantId;

/** Authorities of an {@link InMemoryTenantRegistry}, under its lock. Its reports tell additions and removals. */
public final class InMemoryTenantAuthorities implements TenantAuthorities, Restorable {
    private final InMemoryTenantRegistry registry;
    private final List<TenantAuthority> authorities = new ArrayList<>();
    private final Map<Place, Stored> lists = new HashMap<>();

    private record Place(TenantId tenant, KeyName authority) {}

    private record Stored(RevocationList list, RevokedSerials serials) {}

    InMemoryTenantAuthorities(InMemoryTenantRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void add(TenantAuthority authority) throws RegistryException {
        synchronized (registry) {
            registry.requireTenant(authority.tenant());
            List<TenantAuthority> own = authorities(authority.tenant());
            if (own.stream()
                    .anyMatch(one ->
                            one.name().equals(authority.name()) || one.digest().equals(authority.digest()))) {
                throw new RegistryException.Conflict(
                        "Tenant " + authority.tenant() + " has an authority of this name or with this certificate.");
            }
            if (own.size() >= MOST) {
                throw new RegistryException.RuleBroken(
                        "Tenant " + authority.tenant() + " has " + MOST + " authorities, and no tenant has more.",
                        null);
            }
            authorities.add(authority);
            registry.report(authority.tenant());
        }
    }

    @Override
    public List<TenantAuthority> authorities(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return authorities.stream()
                    .filter(one -> one.tenant().equals(tenant))
                    .sorted(Comparator.comparing(one -> one.name().value()))
                    .toList();
        }
    }

    @Override
    public List<TenantAuthority> held(TenantId tenant) throws RegistryException {
        return authorities(tenant);
    }

    /** Authorities of all tenants. */
    List<TenantAuthority> all() {
        synchronized (registry) {
            return List.copyOf(authorities);
        }
    }

    @Override
    public void remove(TenantId tenant, KeyName name) throws RegistryException {
        synchronized (registry) {
            authorities.remove(existing(tenant, name));
            lists.remove(new Place(tenant, name));
            registry.report(tenant);
        }
    }

    private TenantAuthority existing(TenantId tenant, KeyName name) throws RegistryException {
        return authorities(tenant).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new RegistryException.NotFound("Tenant " + tenant + " has no authority '" + name + "'."));
    }

    @Override
    public void put(RevocationList list, RevokedSerials serials) throws RegistryException {
        synchronized (registry) {
            existing(list.tenant(), list.authority());
            Place place = new Place(list.tenant(), list.authority());
            Stored former = lists.get(place);
            if (former != null
                    && (list.number().compareTo(former.list().number()) < 0
                            || list.thisUpdate().isBefore(former.list().thisUpdate()))) {
                throw new RegistryException.RuleBroken(
                        "The present list of authority '" + list.authority() + "' has the number "
                                + former.list().number() + " of "
                                + former.list().thisUpdate() + ", and an older one is refused.",
                        null);
            }
            lists.put(place, new Stored(list, serials));
        }
    }

    @Override
    public List<RevocationList> lists(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return lists.values().stream()
                    .map(Stored::list)
                    .filter(list -> list.tenant().equals(tenant))
                    .sorted(Comparator.comparing(list -> list.authority().value()))
                    .toList();
        }
    }

    @Override
    public Optional<RevokedSerials> serials(TenantId tenant, KeyName authority) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return Optional.ofNullable(lists.get(new Place(tenant, authority))).map(Stored::serials);
        }
    }

    @Override
    public Map<TenantId, Long> overdue(Instant now) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            return lists.values().stream()
                    .map(Stored::list)
                    .filter(list -> list.isOverdue(now))
                    .collect(groupingBy(RevocationList::tenant, counting()));
        }
    }

    @Override
    public int removeAll(TenantId tenant) throws RegistryException {
        synchronized (registry) {
            registry.reach();
            int before = authorities.size();
            authorities.removeIf(one -> one.tenant().equals(tenant));
            lists.keySet().removeIf(place -> place.tenant().equals(tenant));
            if (authorities.size() < before) {
                registry.report(tenant);
            }
            return before - authorities.size();
        }
    }

    @Override
    public Runnable remember() {
        synchronized (registry) {
            List<TenantAuthority> then = List.copyOf(authorities);
            Map<Place, Stored> listsThen = new HashMap<>(lists);
            return () -> {
                synchronized (registry) {
                    authorities.clear();
                    authorities.addAll(then);
                    lists.clear();
                    lists.putAll(listsThen);
                }
            };
        }
    }
}
