package org.esbmt.administration.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** The contacts of tenants, for calls by operators. Guarantees and threads as those of {@link TenantAdministration}. */
@ProviderType
public interface ContactAdministration {

    /** Lists the contacts of a tenant by name, at most 100. */
    List<ContactView> contacts(Administrator by, TenantId tenant) throws AdministrationException;
}
