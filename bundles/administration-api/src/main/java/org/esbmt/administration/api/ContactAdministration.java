package org.esbmt.administration.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** The contacts of tenants, for calls by operators. Guarantees and threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ContactAdministration {

    /**
     * Finds a contact by the name.
     *
     * @throws AdministrationException NOT_FOUND if the tenant has no such contact
     */
    ContactView find(Administrator by, TenantId tenant, String name) throws AdministrationException;

    /** Lists the contacts of a tenant by name, at most 100. */
    List<ContactView> contacts(Administrator by, TenantId tenant) throws AdministrationException;
}
