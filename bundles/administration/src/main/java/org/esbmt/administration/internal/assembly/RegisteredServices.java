package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.util.TreeSet;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;

/** The services that tenants have described, as the service registry has them. */
final class RegisteredServices {
    private final DynamicServices services;

    RegisteredServices(DynamicServices services) {
        this.services = requireNonNull(services, "services");
    }

    /** A registered service, NOT_FOUND without such a service or tenant. */
    Versioned<RegisteredService> find(TenantId tenant, ServiceName name)
            throws AdministrationException, RegistryException {
        TenantLookup.tenant(services.tenants(), tenant);
        return registry()
                .findService(tenant, name)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no service " + name));
    }

    ServiceRegistry registry() throws RegistryException {
        return services.resources().services();
    }

    static ServiceName name(ServiceId service) {
        return new ServiceName(service.name(), service.version());
    }

    static ServiceView view(Versioned<RegisteredService> versioned) {
        RegisteredService service = versioned.value();
        TreeSet<String> policies = new TreeSet<>();
        service.policies().keySet().forEach(policy -> policies.add(policy.value()));
        return new ServiceView(
                service.tenant(),
                new ServiceId(service.name().name(), service.name().version()),
                service.wsdl().map(Digest::hex),
                policies,
                service.by(),
                service.at(),
                versioned.revision());
    }

    static OperationTarget target(TenantId tenant, ServiceId service) {
        return OperationTarget.of(tenant, "service " + requireNonNull(service, "service") + " of tenant " + tenant);
    }

    static OperationTarget target(TenantId tenant, ServiceId service, String policy) {
        return OperationTarget.of(
                tenant,
                "policy " + requireNonNull(policy, "policy") + " of service " + service + " of tenant " + tenant);
    }
}
