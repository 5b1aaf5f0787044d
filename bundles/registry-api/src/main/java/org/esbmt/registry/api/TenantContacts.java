package org.esbmt.registry.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The contacts of tenants. Each call reads and writes the contacts of one tenant alone. Threads and units of work: as
 * for {@link TenantRegistry}.
 */
@ProviderType
public interface TenantContacts {

    /** The largest number of contacts of one tenant, whatever its quota. So a list needs no pages. */
    int MOST = 100;

    /**
     * Adds a contact, or replaces the one of the same name.
     *
     * @param expectedRevision the revision of the contact before; 0 if there is none
     * @throws RegistryException.NotFound if there is no such tenant
     * @throws RegistryException.Stale if the contact was changed, added or removed since; also if a contact of the
     * tenant was added at the same time
     * @throws RegistryException.RuleBroken if the tenant would have more than {@link #MOST}
     */
    Versioned<Contact> put(TenantId tenant, Contact contact, long expectedRevision, UserId by) throws RegistryException;

    /**
     * Removes one contact.
     *
     * @throws RegistryException.NotFound if there is none of that name
     * @throws RegistryException.Stale if it was changed since
     */
    void remove(TenantId tenant, String name, long expectedRevision) throws RegistryException;

    /** Removes all of a tenant's contacts, and returns their number. */
    int removeAll(TenantId tenant) throws RegistryException;

    /** A tenant's contacts by name, in the order of Unicode code points; empty for an unknown tenant. */
    List<Versioned<Contact>> contacts(TenantId tenant) throws RegistryException;
}
