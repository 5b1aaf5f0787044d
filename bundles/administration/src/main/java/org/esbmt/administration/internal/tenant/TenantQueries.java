package org.esbmt.administration.internal.tenant;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.TenantAdministration;
import org.esbmt.administration.api.TenantView;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.change.Views;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.registry.SearchText;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Tenant;
import org.esbmt.registry.api.TenantName;
import org.esbmt.registry.api.TenantQuery;
import org.esbmt.registry.api.TenantRegistry;
import org.esbmt.registry.api.TenantState;
import org.esbmt.registry.api.Versioned;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads the tenants from the tenant registry. None of them is the system's own. Any thread that may block. */
@Component(service = TenantAdministration.class)
public final class TenantQueries implements TenantAdministration {
    private final AccessLayer access;
    private final DynamicServices services;

    @Activate
    public TenantQueries(@Reference AccessLayer access, @Reference DynamicServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, TenantId tenant) throws AdministrationException {
        return access.perform(by, Operation.FIND_TENANT, OperationTarget.of(tenant), caller -> TenantLookup.find(
                        services.tenants(), tenant)
                .map(Views::tenant));
    }

    @Override
    public Optional<TenantView> findTenant(Administrator by, String name) throws AdministrationException {
        requireNonNull(name, "name");
        // The owner of the name is not known before the query. A user of a tenant finds only the own tenant's name.
        Optional<TenantId> own = access.own(by).filter(tenant -> by.tenant().equals(Optional.of(name)));
        OperationTarget target = new OperationTarget(own, "tenant " + name);
        Operation operation = own.isPresent() ? Operation.FIND_TENANT : Operation.LIST_TENANTS;
        return access.perform(by, operation, target, caller -> {
            TenantName tenantName;
            try {
                tenantName = new TenantName(name);
            } catch (IllegalArgumentException e) {
                return Optional.empty(); // no tenant has a name of that form
            }
            return services.tenants()
                    .findTenant(tenantName)
                    .filter(t -> !t.value().id().equals(TenantRegistry.SYSTEM))
                    .map(Views::tenant);
        });
    }

    @Override
    public Page<TenantView> listTenants(Administrator by, TenantFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        requireNonNull(page, "page");
        return access.perform(by, Operation.LIST_TENANTS, OperationTarget.installation("all tenants"), caller -> {
            Listing<Versioned<Tenant>> listing = services.tenants()
                    .listTenants(new TenantQuery(
                            SearchText.checked("nameContains", filter.nameContains()),
                            filter.state().map(s -> TenantState.valueOf(s.name())),
                            SearchText.checked("nameAfter", filter.nameAfter()),
                            new Slice(page.offset(), page.limit())));
            return new Page<>(
                    listing.entries().stream().map(Views::tenant).toList(),
                    page.offset(),
                    listing.total(),
                    listing.exact());
        });
    }
}
