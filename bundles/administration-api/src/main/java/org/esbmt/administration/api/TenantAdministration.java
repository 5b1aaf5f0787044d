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
     * Tenants by name, the system's own left out. They are counted to 1,000, or to the end of the page where that is further; of how many there are
     * in each state {@link InstallationStatus} tells.
     */
    Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page)
            throws AdministrationException;

    /**
     * Selects tenants.
     *
     * @param nameContains any part of the name
     * @param state only these
     * @param nameAfter only those that come after this text in the order of their names, byte by byte. With the last name of a page it
     *     gives the next one, at the cost of the first however far that is, and whatever tenants have come meanwhile; its total is of
     *     those that come after it
     */
    record TenantFilter(Optional<String> nameContains, Optional<TenantView.State> state, Optional<String> nameAfter) {
        /** All of them. */
        public static final TenantFilter ALL = new TenantFilter(Optional.empty(), Optional.empty());

        public TenantFilter(Optional<String> nameContains, Optional<TenantView.State> state) {
            this(nameContains, state, Optional.empty());
        }
    }
}
