package org.esbmt.registry.testing.configuration;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.RegistryException.Exceeded.Ceiling;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.configuration.ClusterId;
import org.esbmt.registry.api.configuration.ComponentName;
import org.esbmt.registry.api.configuration.Consumer;
import org.esbmt.registry.api.configuration.Consumption;
import org.esbmt.registry.api.configuration.Contingent;
import org.esbmt.registry.api.configuration.ContingentQuery;
import org.esbmt.registry.api.configuration.Contingents;
import org.esbmt.registry.api.configuration.HolderId;
import org.esbmt.registry.api.configuration.Quota;
import org.esbmt.registry.api.configuration.QuotaKey;
import org.esbmt.registry.api.configuration.Quotas;
import org.esbmt.registry.api.configuration.Use;
import org.esbmt.registry.testing.Restorable;
import org.esbmt.tenancy.api.Role;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.tenancy.api.quota.Grantee;
import org.esbmt.tenancy.api.quota.Limit;
import org.esbmt.tenancy.api.quota.Resource;

/**
 * Quotas, contingents and their use without a database. Every operation holds the one lock; there are no units of work.
 * A refused consumption changes nothing.
 */
public final class InMemoryQuotas implements Quotas, Contingents, Consumption, Restorable {
    private static final String LAST = "\uffff";
    /** Present values come before absent ones, in the database's order of nulls. */
    private static final Comparator<Contingent> IN_ORDER = Comparator.<Contingent, String>comparing(
                    c -> c.quota().resource().name())
            .thenComparing(c -> c.quota().cluster().map(ClusterId::toString).orElse(LAST))
            .thenComparing(c -> c.quota().component().map(ComponentName::value).orElse(LAST))
            .thenComparing(
                    c -> c.grantee() instanceof Grantee.ToRole to ? to.role().name() : LAST)
            .thenComparing(
                    c -> c.grantee() instanceof Grantee.ToUser to ? to.user().toString() : LAST);

    private final InMemoryClusters clusters;
    private final InMemoryJbiComponents components;
    private final Map<QuotaKey, Versioned<Quota>> quotas = new LinkedHashMap<>();
    private final Map<Part, Versioned<Contingent>> contingents = new LinkedHashMap<>();
    private final List<Held> held = new ArrayList<>();

    private record Part(QuotaKey quota, Grantee grantee) {}

    private record Held(TenantId tenant, HolderId holder, Use use, List<Part> parts) {}

    public InMemoryQuotas(InMemoryClusters clusters, InMemoryJbiComponents components) {
        this.clusters = clusters;
        this.components = components;
    }

    @Override
    public synchronized Versioned<Quota> grant(QuotaKey key, Limit limit, UserId by) throws RegistryException {
        if (key.cluster().isPresent()) {
            known(key.cluster().get());
        }
        if (key.component().isPresent()) {
            components.known(key.component().get());
        }
        if (quotas.containsKey(key)) {
            throw new RegistryException.Conflict("The quota " + key + " was granted already.");
        }
        long used = held.stream()
                .filter(h -> key.covers(h.tenant(), h.use()))
                .mapToLong(h -> h.use().amount())
                .sum();
        return put(key, limit, used, 1);
    }

    @Override
    public synchronized Versioned<Quota> change(QuotaKey key, long expectedRevision, Limit limit, UserId by)
            throws RegistryException {
        Versioned<Quota> old = quota(key);
        expect(old, expectedRevision);
        if (limit.hard() < handedOut(key, null)) {
            throw new RegistryException.RuleBroken("A quota is not below its contingents.", null);
        }
        return put(key, limit, old.value().used(), expectedRevision + 1);
    }

    @Override
    public synchronized void revoke(QuotaKey key, long expectedRevision) throws RegistryException {
        Versioned<Quota> old = quota(key);
        expect(old, expectedRevision);
        if (old.value().used() > 0
                || contingents.keySet().stream().anyMatch(p -> p.quota().equals(key))) {
            throw new RegistryException.RuleBroken("A quota that is used or handed out is not revoked.", null);
        }
        quotas.remove(key);
    }

    @Override
    public synchronized Optional<Versioned<Quota>> findQuota(QuotaKey key) {
        return Optional.ofNullable(quotas.get(key));
    }

    @Override
    public synchronized List<Versioned<Quota>> quotas(TenantId tenant) {
        return quotas.values().stream()
                .filter(q -> q.value().key().tenant().equals(tenant))
                .sorted(comparing(q -> q.value().key().resource()))
                .toList();
    }

    @Override
    public synchronized Versioned<Contingent> grant(QuotaKey quota, Grantee grantee, long amount, UserId by)
            throws RegistryException {
        Part part = new Part(quota, grantee);
        within(quota(quota), part, amount);
        if (contingents.containsKey(part)) {
            throw new RegistryException.Conflict("The contingent was granted already.");
        }
        return put(part, amount, 0, 1);
    }

    @Override
    public synchronized Versioned<Contingent> change(
            QuotaKey quota, Grantee grantee, long expectedRevision, long amount, UserId by) throws RegistryException {
        Part part = new Part(quota, grantee);
        Versioned<Contingent> old = contingent(part);
        expect(old, expectedRevision);
        within(quota(quota), part, amount);
        return put(part, amount, old.value().used(), expectedRevision + 1);
    }

    @Override
    public synchronized void revoke(QuotaKey quota, Grantee grantee, long expectedRevision) throws RegistryException {
        Part part = new Part(quota, grantee);
        Versioned<Contingent> old = contingent(part);
        expect(old, expectedRevision);
        if (held.stream().anyMatch(h -> h.parts().contains(part))) {
            throw new RegistryException.RuleBroken("A contingent that is used is not revoked.", null);
        }
        contingents.remove(part);
    }

    @Override
    public synchronized Optional<Versioned<Contingent>> findContingent(QuotaKey quota, Grantee grantee) {
        return Optional.ofNullable(contingents.get(new Part(quota, grantee)));
    }

    @Override
    public synchronized Listing<Versioned<Contingent>> listContingents(TenantId tenant, ContingentQuery query) {
        List<Versioned<Contingent>> all = contingents.values().stream()
                .filter(c -> c.value().quota().tenant().equals(tenant))
                .filter(c -> query.grantees().isEmpty()
                        || query.grantees().get().contains(c.value().grantee()))
                .sorted(comparing(Versioned::value, IN_ORDER))
                .toList();
        return new Listing<>(
                all.stream()
                        .skip(query.slice().offset())
                        .limit(query.slice().limit())
                        .toList(),
                all.size());
    }

    /** The one lock suffices here. */
    @Override
    public void hold(TenantId tenant, Set<Resource> resources) {}

    @Override
    public synchronized void consume(HolderId holder, List<Use> uses, Consumer consumer) throws RegistryException {
        Map<QuotaKey, Versioned<Quota>> quotasBefore = new HashMap<>(quotas);
        Map<Part, Versioned<Contingent>> contingentsBefore = new HashMap<>(contingents);
        int heldBefore = held.size();
        boolean done = false;
        try {
            for (Use use : uses) {
                consume(holder, use, consumer);
            }
            done = true;
        } finally {
            if (!done) {
                quotas.putAll(quotasBefore);
                contingents.putAll(contingentsBefore);
                held.subList(heldBefore, held.size()).clear();
            }
        }
    }

    private void consume(HolderId holder, Use use, Consumer consumer) throws RegistryException {
        if (use.cluster().isPresent()) {
            known(use.cluster().get());
        }
        if (held.stream().anyMatch(h -> h.holder().equals(holder) && sameThing(h, consumer.tenant(), use))) {
            throw new RegistryException.Conflict("Holder " + holder + " uses " + use.resource() + " already.");
        }
        List<QuotaKey> covering = quotas.keySet().stream()
                .filter(k -> k.covers(consumer.tenant(), use))
                .toList();
        if (covering.isEmpty()) {
            throw exceeded(use, Ceiling.QUOTA, 0, 0);
        }
        List<Part> parts = new ArrayList<>();
        for (QuotaKey key : covering) {
            Quota quota = quotas.get(key).value();
            if (use.amount() > quota.limit().hard() - quota.used()) {
                throw exceeded(use, Ceiling.QUOTA, quota.limit().hard(), quota.used());
            }
            part(key, use, consumer).ifPresent(parts::add);
        }
        if (consumer instanceof Consumer.WithinContingent && parts.isEmpty()) {
            throw exceeded(use, Ceiling.CONTINGENT, 0, 0);
        }
        for (Part part : parts) {
            Contingent c = contingents.get(part).value();
            if (use.amount() > c.amount() - c.used()) {
                throw exceeded(use, Ceiling.CONTINGENT, c.amount(), c.used());
            }
        }
        Held taken = new Held(consumer.tenant(), holder, use, List.copyOf(parts));
        held.add(taken);
        count(taken, use.amount());
    }

    @Override
    public synchronized List<Use> release(TenantId tenant, HolderId holder) {
        List<Use> released = uses(tenant, holder);
        for (Held taken : List.copyOf(held)) {
            if (taken.tenant().equals(tenant) && taken.holder().equals(holder)) {
                held.remove(taken);
                count(taken, -taken.use().amount());
            }
        }
        return released;
    }

    @Override
    public synchronized void releaseAll(TenantId tenant) {
        List.copyOf(held).stream()
                .filter(taken -> taken.tenant().equals(tenant))
                .forEach(taken -> release(tenant, taken.holder()));
    }

    @Override
    public synchronized List<Use> uses(TenantId tenant, HolderId holder) {
        return held.stream()
                .filter(h -> h.tenant().equals(tenant) && h.holder().equals(holder))
                .map(Held::use)
                .sorted(comparing(Use::resource))
                .toList();
    }

    @Override
    public synchronized boolean isWithinContingents(TenantId tenant, HolderId holder, Set<Grantee> grantees) {
        List<Held> uses = held.stream()
                .filter(h -> h.tenant().equals(tenant) && h.holder().equals(holder))
                .toList();
        return !uses.isEmpty()
                && uses.stream()
                        .allMatch(use -> use.parts().stream().anyMatch(part -> grantees.contains(part.grantee())));
    }

    @Override
    public synchronized Map<Resource, Set<Grantee>> grantees(TenantId tenant, HolderId holder) {
        Map<Resource, Set<Grantee>> grantees = new EnumMap<>(Resource.class);
        held.stream()
                .filter(h -> h.tenant().equals(tenant) && h.holder().equals(holder))
                .forEach(h -> h.parts()
                        .forEach(part -> grantees.computeIfAbsent(h.use().resource(), resource -> new HashSet<>())
                                .add(part.grantee())));
        return grantees;
    }

    private void count(Held taken, long amount) {
        for (Versioned<Quota> old : List.copyOf(quotas.values())) {
            Quota q = old.value();
            if (q.key().covers(taken.tenant(), taken.use())) {
                quotas.put(q.key(), new Versioned<>(new Quota(q.key(), q.limit(), q.used() + amount), old.revision()));
            }
        }
        for (Part part : taken.parts()) {
            Versioned<Contingent> old = contingents.get(part);
            Contingent c = old.value();
            contingents.put(
                    part,
                    new Versioned<>(
                            new Contingent(c.quota(), c.grantee(), c.amount(), c.used() + amount), old.revision()));
        }
    }

    /** The user's own contingent, or the first of the roles' contingents with room, or the last without room. */
    private Optional<Part> part(QuotaKey key, Use use, Consumer consumer) {
        if (!(consumer instanceof Consumer.WithinContingent member)) {
            return Optional.empty();
        }
        Optional<Part> before = member.former().getOrDefault(use.resource(), Set.of()).stream()
                .filter(grantee -> grantee instanceof Grantee.ToUser to
                        ? to.user().equals(member.user())
                        : member.roles().contains(((Grantee.ToRole) grantee).role()))
                .map(grantee -> new Part(key, grantee))
                .filter(contingents::containsKey)
                .findFirst();
        if (before.isPresent()) {
            return before;
        }
        Part own = new Part(key, new Grantee.ToUser(member.user()));
        if (contingents.containsKey(own)) {
            return Optional.of(own);
        }
        List<Part> ofRoles = member.roles().stream()
                .filter(r -> r.level() == Role.Level.TENANT)
                .sorted()
                .map(r -> new Part(key, new Grantee.ToRole(r)))
                .filter(contingents::containsKey)
                .toList();
        return ofRoles.stream()
                .filter(p -> use.amount()
                        <= contingents.get(p).value().amount()
                                - contingents.get(p).value().used())
                .findFirst()
                .or(() -> ofRoles.stream().findFirst());
    }

    private static boolean sameThing(Held other, TenantId tenant, Use use) {
        return other.tenant().equals(tenant)
                && other.use().resource() == use.resource()
                && other.use().cluster().equals(use.cluster())
                && other.use().component().equals(use.component());
    }

    private void known(ClusterId cluster) throws RegistryException {
        if (clusters.findCluster(cluster).isEmpty()) {
            throw new RegistryException.NotFound("There is no cluster " + cluster + ".");
        }
    }

    private Versioned<Quota> put(QuotaKey key, Limit limit, long used, long revision) throws RegistryException {
        if (used > limit.hard()) {
            throw new RegistryException.RuleBroken("A quota is not below its use of " + used + ".", null);
        }
        Versioned<Quota> now = new Versioned<>(new Quota(key, limit, used), revision);
        quotas.put(key, now);
        return now;
    }

    private Versioned<Contingent> put(Part part, long amount, long used, long revision) throws RegistryException {
        if (used > amount) {
            throw new RegistryException.RuleBroken("A contingent is not below its use of " + used + ".", null);
        }
        Versioned<Contingent> now =
                new Versioned<>(new Contingent(part.quota(), part.grantee(), amount, used), revision);
        contingents.put(part, now);
        return now;
    }

    private Versioned<Quota> quota(QuotaKey key) throws RegistryException {
        return findQuota(key).orElseThrow(() -> new RegistryException.NotFound("There is no quota " + key + "."));
    }

    private Versioned<Contingent> contingent(Part part) throws RegistryException {
        return Optional.ofNullable(contingents.get(part))
                .orElseThrow(() -> new RegistryException.NotFound("There is no contingent of " + part.grantee() + "."));
    }

    private void within(Versioned<Quota> quota, Part part, long amount) throws RegistryException {
        if (amount < 0) {
            throw new IllegalArgumentException("an amount is 0 or more, but is " + amount);
        }
        long others = handedOut(part.quota(), part);
        if (amount > quota.value().limit().hard() - others) {
            throw new RegistryException.Exceeded(
                    "Contingents together exceed their quota.",
                    Ceiling.QUOTA,
                    part.quota().resource().name(),
                    quota.value().limit().hard(),
                    others);
        }
    }

    private long handedOut(QuotaKey quota, Part but) {
        return contingents.entrySet().stream()
                .filter(e -> e.getKey().quota().equals(quota) && !e.getKey().equals(but))
                .mapToLong(e -> e.getValue().value().amount())
                .sum();
    }

    private static void expect(Versioned<?> old, long expectedRevision) throws RegistryException {
        if (old.revision() != expectedRevision) {
            throw new RegistryException.Stale(
                    "It is at revision " + old.revision() + ", not at " + expectedRevision + ".");
        }
    }

    private static RegistryException exceeded(Use use, Ceiling ceiling, long limit, long used) {
        return new RegistryException.Exceeded(
                "No " + use.amount() + " of " + use.resource() + " are left: " + used + " of " + limit + " are used.",
                ceiling,
                use.resource().name(),
                limit,
                used);
    }

    @Override
    public synchronized Runnable remember() {
        Map<QuotaKey, Versioned<Quota>> quotasThen = new LinkedHashMap<>(quotas);
        Map<Part, Versioned<Contingent>> contingentsThen = new LinkedHashMap<>(contingents);
        List<Held> heldThen = List.copyOf(held);
        return () -> {
            synchronized (this) {
                quotas.clear();
                quotas.putAll(quotasThen);
                contingents.clear();
                contingents.putAll(contingentsThen);
                held.clear();
                held.addAll(heldThen);
            }
        };
    }
}
