package org.esbmt.jbi.container.internal.component;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.servicemix.nmr.api.Reference;
import org.esbmt.jbi.container.api.Owner;
import org.esbmt.jbi.container.internal.nmr.ActivatedEndpoint;
import org.esbmt.jbi.container.internal.nmr.IndexedEndpointRegistry;
import org.esbmt.tenancy.api.TenantNames;

/**
 * Resolves a name for an owner: first to an endpoint of its own, and then, for a user, to one of the whole tenant. The
 * deployer writes the user's names into a user's unit. So a user's name also stands for the tenant's name with the same
 * local part. Threads: any.
 */
final class EndpointLookup {
    /** The length of an identifier, of a tenant or a user, in a name. */
    private static final int IDENTIFIER = 36;

    private final IndexedEndpointRegistry endpoints;
    private final TenantNames names;
    private final int longestOfTenant;

    EndpointLookup(IndexedEndpointRegistry endpoints, TenantNames names) {
        this.endpoints = requireNonNull(endpoints, "endpoints");
        this.names = requireNonNull(names, "names");
        this.longestOfTenant = names.prefix().length() + IDENTIFIER;
    }

    /** The name on the bus of a service with this name at the owner; a name in the bus's own form stays. */
    QName onBus(Owner owner, QName service) {
        return owner.tenant()
                .map(tenant -> owner.user()
                        .map(user -> names.scoped(tenant, user, service))
                        .orElseGet(() -> names.scoped(tenant, service)))
                .orElse(service);
    }

    Optional<ActivatedEndpoint> find(Owner owner, QName service, String endpoint) {
        Optional<ActivatedEndpoint> own = endpoints.find(owner, service, endpoint);
        Owner tenant = owner.tenantWide();
        return own.isPresent() || tenant == owner ? own : endpoints.find(tenant, ofTenant(owner, service), endpoint);
    }

    Reference toService(Owner owner, QName service) {
        Owner tenant = owner.tenantWide();
        return tenant == owner || !endpoints.ofService(owner, service).isEmpty()
                ? endpoints.toService(owner, service)
                : endpoints.toService(tenant, ofTenant(owner, service));
    }

    Reference toInterface(Owner owner, QName interfaceName) {
        Owner tenant = owner.tenantWide();
        return tenant == owner || !endpoints.ofInterface(owner, interfaceName).isEmpty()
                ? endpoints.toInterface(owner, interfaceName)
                : endpoints.toInterface(tenant, interfaceName);
    }

    /**
     * The tenant's name of a service that does not belong to the user. The length tells most names of a tenant from names of
     * its users, so that no name is made for the comparison.
     */
    private QName ofTenant(Owner user, QName service) {
        return service.getNamespaceURI().length() > longestOfTenant
                        && names.isGivenByBus(service)
                        && onBus(user, service).equals(service)
                ? onBus(user.tenantWide(), service)
                : service;
    }
}
