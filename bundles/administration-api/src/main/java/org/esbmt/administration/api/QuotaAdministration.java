package org.esbmt.administration.api;

import java.util.List;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about the quotas of tenants. Threads as those of {@link TenantAdministration}. */
@ProviderType
public interface QuotaAdministration {

    /**
     * Finds a quota with its use.
     *
     * @throws AdministrationException NOT_FOUND if it is not granted
     */
    QuotaView find(Administrator by, QuotaId quota) throws AdministrationException;

    /** The quotas of a tenant and their use, by resource. */
    List<QuotaView> list(Administrator by, TenantId tenant) throws AdministrationException;
}
