package org.esbmt.registry.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.esbmt.registry.api.Contact;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.TenantContacts;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;

/** Contacts without a database. Every operation holds the one lock; {@link InMemoryUnitOfWork} restores them. */
public final class InMemoryTenantContacts implements TenantContacts, Restorable {
    /** The order of PostgreSQL's comparison. */
    private static final Comparator<String> BY_BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

    private final TenantRegistry tenants;
    private final Map<TenantId, Map<String, Versioned<Contact>>> contacts = new HashMap<>();

    public InMemoryTenantContacts(TenantRegistry tenants) {
        this.tenants = requireNonNull(tenants, "tenants");
    }

    @Override
    public synchronized Versioned<Contact> put(TenantId tenant, Contact contact, long expectedRevision, UserId by)
            throws RegistryException {
        requireNonNull(by, "by");
        if (tenants.findTenant(tenant).isEmpty()) {
            throw new RegistryException.NotFound("There is no tenant " + tenant + ".");
        }
        Map<String, Versioned<Contact>> own = contacts.computeIfAbsent(tenant, any -> new HashMap<>());
        Versioned<Contact> before = own.get(contact.name());
        expect(contact.name(), before == null ? 0 : before.revision(), expectedRevision);
        if (before == null && own.size() == MOST) {
            throw new RegistryException.RuleBroken(
                    "Tenant " + tenant + " has " + MOST + " contacts, and no tenant has more.", null);
        }
        Versioned<Contact> put = new Versioned<>(contact, expectedRevision + 1);
        own.put(contact.name(), put);
        return put;
    }

    @Override
    public synchronized void remove(TenantId tenant, String name, long expectedRevision) throws RegistryException {
        Versioned<Contact> before = own(tenant).get(name);
        if (before == null) {
            throw new RegistryException.NotFound("Tenant " + tenant + " has no contact '" + name + "'.");
        }
        expect(name, before.revision(), expectedRevision);
        own(tenant).remove(name);
    }

    @Override
    public synchronized int removeAll(TenantId tenant) {
        Map<String, Versioned<Contact>> removed = contacts.remove(tenant);
        return removed == null ? 0 : removed.size();
    }

    @Override
    public synchronized List<Versioned<Contact>> contacts(TenantId tenant) {
        return own(tenant).values().stream()
                .sorted(Comparator.comparing(c -> c.value().name(), BY_BYTES))
                .toList();
    }

    private Map<String, Versioned<Contact>> own(TenantId tenant) {
        return contacts.getOrDefault(tenant, Map.of());
    }

    private static void expect(String name, long now, long expected) throws RegistryException {
        if (now != expected) {
            throw new RegistryException.Stale(
                    "The contact '" + name + "' is at revision " + now + " by now, not at " + expected + ".");
        }
    }

    @Override
    public synchronized Runnable remember() {
        Map<TenantId, Map<String, Versioned<Contact>>> then = new HashMap<>();
        contacts.forEach((tenant, own) -> then.put(tenant, new HashMap<>(own)));
        return () -> {
            synchronized (this) {
                contacts.clear();
                contacts.putAll(then);
            }
        };
    }
}
