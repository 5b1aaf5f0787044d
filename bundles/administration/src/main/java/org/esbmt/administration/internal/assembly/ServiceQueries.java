package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.time.Instant;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.registry.SearchText;
import org.esbmt.registry.api.Listing;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Slice;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.AssemblyName;
import org.esbmt.registry.api.service.DeployedEndpoint;
import org.esbmt.registry.api.service.DeploymentPeriod;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Reads registered services and deployments from the service registry. Any thread that may block. */
@Component(service = ServiceAdministration.class)
public final class ServiceQueries implements ServiceAdministration {
    private final AccessLayer access;
    private final DynamicServices services;
    private final RegisteredServices registered;

    @Activate
    public ServiceQueries(@Reference AccessLayer access, @Reference DynamicServices services) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.registered = new RegisteredServices(services);
    }

    @Override
    public Page<ServiceView> find(Administrator by, TenantId tenant, ServiceFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        OperationTarget target = OperationTarget.of(tenant, "services of tenant " + tenant);
        return access.perform(by, Operation.FIND_SERVICES, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Listing<Versioned<RegisteredService>> listing = registered
                    .registry()
                    .listServices(
                            tenant,
                            new ServiceQuery(
                                    SearchText.checked("namespace", filter.namespace()),
                                    SearchText.checked("nameContains", filter.nameContains()),
                                    slice(page)));
            return new Page<>(
                    listing.entries().stream().map(RegisteredServices::view).toList(), page.offset(), listing.total());
        });
    }

    @Override
    public ServiceView service(Administrator by, TenantId tenant, ServiceId service) throws AdministrationException {
        return access.perform(
                by,
                Operation.FIND_SERVICES,
                RegisteredServices.target(tenant, service),
                caller -> RegisteredServices.view(registered.find(tenant, RegisteredServices.name(service))));
    }

    @Override
    public byte[] wsdl(Administrator by, TenantId tenant, ServiceId service) throws AdministrationException {
        return access.perform(by, Operation.FIND_SERVICES, RegisteredServices.target(tenant, service), caller -> {
            RegisteredService found =
                    registered.find(tenant, RegisteredServices.name(service)).value();
            Digest wsdl = found.wsdl()
                    .orElseThrow(
                            () -> new AdministrationException(NOT_FOUND, "the service " + service + " has no WSDL"));
            return document(found, wsdl);
        });
    }

    @Override
    public byte[] policy(Administrator by, TenantId tenant, ServiceId service, String policy)
            throws AdministrationException {
        return access.perform(
                by, Operation.FIND_SERVICES, RegisteredServices.target(tenant, service, policy), caller -> {
                    RegisteredService found = registered
                            .find(tenant, RegisteredServices.name(service))
                            .value();
                    Digest document = found.policies().get(new PolicyName(policy));
                    if (document == null) {
                        throw new AdministrationException(
                                NOT_FOUND, "the service " + service + " has no policy '" + policy + "'");
                    }
                    return document(found, document);
                });
    }

    @Override
    public Page<EndpointView> endpoints(Administrator by, TenantId tenant, PageRequest page)
            throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "endpoints of tenant " + tenant);
        return access.perform(by, Operation.LIST_ENDPOINTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Listing<DeployedEndpoint> listing = registered.registry().listEndpoints(tenant, slice(page));
            return new Page<>(
                    listing.entries().stream().map(ServiceQueries::view).toList(), page.offset(), listing.total());
        });
    }

    @Override
    public Page<PeriodView> history(Administrator by, TenantId tenant, String assembly, PageRequest page)
            throws AdministrationException {
        OperationTarget target = OperationTarget.of(tenant, "history of assembly " + assembly + " of tenant " + tenant);
        return access.perform(by, Operation.LIST_DEPLOYMENTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return periods(registered.registry().listPeriods(tenant, new AssemblyName(assembly), slice(page)), page);
        });
    }

    @Override
    public Page<PeriodView> deployedAt(Administrator by, TenantId tenant, Instant at, PageRequest page)
            throws AdministrationException {
        requireNonNull(at, "at");
        OperationTarget target = OperationTarget.of(tenant, "deployments of tenant " + tenant);
        return access.perform(by, Operation.LIST_DEPLOYMENTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return periods(registered.registry().listDeployedAt(tenant, at, slice(page)), page);
        });
    }

    private static Page<PeriodView> periods(Listing<DeploymentPeriod> listing, PageRequest page) {
        return new Page<>(
                listing.entries().stream()
                        .map(p -> new PeriodView(
                                p.assembly().value(), p.version(), p.cause().name(), p.by(), p.from(), p.to()))
                        .toList(),
                page.offset(),
                listing.total());
    }

    private byte[] document(RegisteredService service, Digest digest)
            throws AdministrationException, RegistryException {
        return registered
                .registry()
                .findArtifact(service.tenant(), digest)
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "the document " + digest + " of the service " + service.name() + " is gone"));
    }

    private static Slice slice(PageRequest page) {
        return new Slice(page.offset(), page.limit());
    }

    private static EndpointView view(DeployedEndpoint deployed) {
        return new EndpointView(
                deployed.assembly().value(),
                deployed.unit(),
                deployed.component(),
                deployed.endpoint().direction().name(),
                deployed.endpoint().service(),
                deployed.endpoint().busService(),
                deployed.endpoint().name(),
                deployed.endpoint().path());
    }
}
