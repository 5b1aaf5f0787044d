package org.esbmt.administration.api;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/** Queries about tenants. Threads: any that may block; calls may be concurrent. */
@ProviderType
public interface TenantAdministration {

    Optional<TenantView> findTenant(Administrator by, TenantId tenant) throws AdministrationException;

    Optional<TenantView> findTenant(Administrator by, String name) throws AdministrationException;

    /**
     * Lists tenants by name, without the system's own. The total is exact up to 1,000, or to the end of the page if
     * that is further. {@link InstallationStatus} has the numbers of tenants by state.
     */
    Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects tenants.
     *
     * @param nameContains any part of the name
     * @param state the only state of the selection
     * @param nameAfter selects names after this text, in their order byte by byte. With the last name of a page it selects the next
     *     page, at the cost of the first page however far the list goes. Tenants created meanwhile do not matter. The total counts
     *     only the names after the text
     */
    record TenantFilter(Optional<String> nameContains, Optional<TenantView.State> state, Optional<String> nameAfter) {
        /** Selects all tenants. */
        public static final TenantFilter ALL = new TenantFilter(Optional.empty(), Optional.empty());

        public TenantFilter(Optional<String> nameContains, Optional<TenantView.State> state) {
            this(nameContains, state, Optional.empty());
        }
    }
}
