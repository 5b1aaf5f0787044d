package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;
import static org.esbmt.administration.api.AdministrationException.Reason.NOT_FOUND;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Page;
import org.esbmt.administration.api.PageRequest;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.ServiceCommand;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
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
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.registry.api.service.ServiceQuery;
import org.esbmt.registry.api.service.ServiceRegistry;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Services with their documents, and what is and was deployed, over the service registry. */
@Component(service = {ServiceAdministration.class, ServiceManager.class})
public final class ServiceManager implements ServiceAdministration {
    /** The limit of one service, since each list of services has the names. */
    private static final int MAX_POLICIES = 32;

    private static final String NO_WSDL = "-";

    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final CommandHandlers commands;

    @Activate
    public ServiceManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.commands = new CommandHandlers()
                .add(
                        RegisterService.class,
                        handler(
                                Operation.REGISTER_SERVICE,
                                (c, tenant) -> target(tenant, c.service()),
                                (c, tenant) -> registering(tenant, c.service(), bytes(c.wsdl()))))
                .add(
                        UpdateService.class,
                        handler(
                                Operation.UPDATE_SERVICE,
                                (c, tenant) -> target(tenant, c.service()),
                                (c, tenant) -> updating(tenant, c.service(), bytes(c.wsdl()))))
                .add(
                        UnregisterService.class,
                        StepHandler.<UnregisterService, ServiceId, Done>of(
                                access,
                                Operation.UNREGISTER_SERVICE,
                                (c, references) -> target(references.tenant(c.tenant()), c.service()),
                                (c, references) -> unregistering(references.tenant(c.tenant()), c.service()),
                                (by, c, service) -> Done.DONE))
                .add(
                        AttachPolicy.class,
                        handler(
                                Operation.ATTACH_POLICY,
                                (c, tenant) -> target(tenant, c.service(), c.policy()),
                                (c, tenant) -> attaching(tenant, c.service(), c.policy(), bytes(c.document()))))
                .add(
                        DetachPolicy.class,
                        handler(
                                Operation.DETACH_POLICY,
                                (c, tenant) -> target(tenant, c.service(), c.policy()),
                                (c, tenant) -> detaching(tenant, c.service(), c.policy())));
    }

    CommandHandlers commands() {
        return commands;
    }

    /** Prepares a command about a tenant's service. */
    @FunctionalInterface
    private interface Preparing<C> {
        PreparedChange<ServiceView> of(C command, TenantId tenant) throws AdministrationException;
    }

    private <C extends ServiceCommand<ServiceView>> StepHandler<C, ServiceView, ServiceView> handler(
            Operation operation, BiFunction<C, TenantId, Target> target, Preparing<C> preparing) {
        return StepHandler.of(
                access,
                operation,
                (c, references) -> target.apply(c, references.tenant(c.tenant())),
                (c, references) -> preparing.of(c, references.tenant(c.tenant())));
    }

    private static Optional<byte[]> bytes(Optional<Content> content) throws AdministrationException {
        return content.isEmpty() ? Optional.empty() : Optional.of(bytes(content.get()));
    }

    private static byte[] bytes(Content content) throws AdministrationException {
        try {
            // One more than is allowed, so that the document's check finds it too long.
            return content.open().readNBytes(ServiceAdministration.MAX_DOCUMENT_BYTES + 1);
        } catch (IOException e) {
            throw new AdministrationException(INVALID, "the document cannot be read: " + e.getMessage(), e);
        }
    }

    private PreparedChange<ServiceView> registering(TenantId tenant, ServiceId service, Optional<byte[]> wsdl)
            throws AdministrationException {
        return describing(tenant, service, wsdl, (change, name, digest) -> {
            put(change, tenant, wsdl);
            Versioned<RegisteredService> registered = registry().registerService(tenant, name, digest, change.by());
            quotaConsumption.service(change, tenant, name);
            return registered;
        });
    }

    private PreparedChange<ServiceView> updating(TenantId tenant, ServiceId service, Optional<byte[]> wsdl)
            throws AdministrationException {
        return describing(tenant, service, wsdl, (change, name, digest) -> {
            Versioned<RegisteredService> before = theirs(change, tenant, name);
            checkSeen(change, before);
            put(change, tenant, wsdl);
            before.value().wsdl().ifPresent(was -> change.from(was.hex()));
            return registry().updateService(tenant, change.revision(before.revision()), name, digest, change.by());
        });
    }

    /** Registers or updates a service. */
    @FunctionalInterface
    private interface Describing {
        Versioned<RegisteredService> of(Change change, ServiceName name, Optional<Digest> wsdl)
                throws AdministrationException, RegistryException;
    }

    private PreparedChange<ServiceView> describing(
            TenantId tenant, ServiceId service, Optional<byte[]> wsdl, Describing describing)
            throws AdministrationException {
        ServiceName name = name(service);
        if (wsdl.isPresent()) {
            ServiceDocument.check(ServiceDocument.Kind.WSDL, wsdl.get());
        }
        Optional<Digest> digest = wsdl.map(Digest::of);
        return asked(target(tenant, service), tenant, service, digest, change -> {
            Versioned<RegisteredService> described = describing.of(change, name, digest);
            digest.ifPresent(is -> change.to(is.hex()));
            return described;
        });
    }

    private PreparedChange<ServiceId> unregistering(TenantId tenant, ServiceId service) {
        ServiceName name = name(service);
        return new PreparedChange<>(
                target(tenant, service),
                PreparedChange.request(tenant, service),
                change -> {
                    quotaConsumption.holdForServices(tenant);
                    TenantLookup.notPurged(services.tenants(), tenant);
                    Versioned<RegisteredService> before = theirs(change, tenant, name);
                    registry().unregisterService(tenant, change.revision(before.revision()), name);
                    quotaConsumption.freed(tenant, name);
                    return service;
                },
                before -> service);
    }

    private PreparedChange<ServiceView> attaching(TenantId tenant, ServiceId service, String policy, byte[] document)
            throws AdministrationException {
        ServiceName name = name(service);
        PolicyName attached = new PolicyName(policy);
        ServiceDocument.check(ServiceDocument.Kind.POLICY, document);
        Target target = target(tenant, service, policy);
        return asked(target, tenant, service, policy + " " + Digest.of(document), change -> {
            Versioned<RegisteredService> before = theirs(change, tenant, name);
            checkSeen(change, before);
            Digest digest = put(change, tenant, document);
            Optional.ofNullable(before.value().policies().get(attached)).ifPresent(was -> change.from(was.hex()));
            change.to(digest.hex());
            Versioned<RegisteredService> after = registry()
                    .attachPolicy(tenant, change.revision(before.revision()), name, attached, digest, change.by());
            if (after.value().policies().size() > MAX_POLICIES) {
                throw new AdministrationException(
                        CONFLICT, "a service has at most " + MAX_POLICIES + " policies: detach one before");
            }
            return after;
        });
    }

    private PreparedChange<ServiceView> detaching(TenantId tenant, ServiceId service, String policy) {
        ServiceName name = name(service);
        PolicyName detached = new PolicyName(policy);
        return asked(target(tenant, service, policy), tenant, service, policy, change -> {
            Versioned<RegisteredService> before = theirs(change, tenant, name);
            return registry().detachPolicy(tenant, change.revision(before.revision()), name, detached, change.by());
        });
    }

    /** Changes a service. */
    @FunctionalInterface
    private interface Doing {
        Versioned<RegisteredService> in(Change change) throws AdministrationException, RegistryException;
    }

    private PreparedChange<ServiceView> asked(
            Target target, TenantId tenant, ServiceId service, Object more, Doing doing) {
        ServiceName name = name(service);
        return new PreparedChange<>(
                target,
                PreparedChange.request(tenant, service, more),
                change -> {
                    quotaConsumption.holdForServices(tenant);
                    TenantLookup.notPurged(services.tenants(), tenant);
                    ServiceView changed = view(doing.in(change));
                    change.did(done(changed));
                    return changed;
                },
                // It may be another one by now, or gone.
                before -> before.what().isEmpty()
                        ? view(registered(tenant, name))
                        : read(tenant, service, before.what()));
    }

    /** A text that {@link #read} reads. */
    private static String done(ServiceView view) {
        return view.revision() + " " + view.by() + " " + view.at() + " "
                + view.wsdl().orElse(NO_WSDL) + " " + String.join(" ", view.policies());
    }

    private static ServiceView read(TenantId tenant, ServiceId service, String done) {
        List<String> parts = List.of(done.strip().split(" ", -1));
        return new ServiceView(
                tenant,
                service,
                Optional.of(parts.get(3)).filter(wsdl -> !wsdl.equals(NO_WSDL)),
                new TreeSet<>(parts.subList(4, parts.size())),
                UserId.of(parts.get(1)),
                Instant.parse(parts.get(2)),
                Long.parseLong(parts.get(0)));
    }

    /** Compares the revisions before the quotas: an old revision is refused, whatever room the quotas have. */
    private static void checkSeen(Change change, Versioned<RegisteredService> service) throws RegistryException.Stale {
        change.checkSeen("The service " + service.value().name(), service.revision());
    }

    private void put(Change change, TenantId tenant, Optional<byte[]> document) throws RegistryException {
        if (document.isPresent()) {
            put(change, tenant, document.get());
        }
    }

    private Digest put(Change change, TenantId tenant, byte[] document) throws RegistryException {
        Digest digest = registry().putArtifact(tenant, document);
        quotaConsumption.artifact(change, tenant, digest, document.length);
        return digest;
    }

    @Override
    public Page<ServiceView> find(Administrator by, TenantId tenant, ServiceFilter filter, PageRequest page)
            throws AdministrationException {
        requireNonNull(filter, "filter");
        Target target = Target.of(tenant, "services of tenant " + tenant);
        return access.perform(by, Operation.FIND_SERVICES, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Listing<Versioned<RegisteredService>> listing = registry()
                    .listServices(
                            tenant,
                            new ServiceQuery(
                                    SearchText.checked("namespace", filter.namespace()),
                                    SearchText.checked("nameContains", filter.nameContains()),
                                    slice(page)));
            return new Page<>(
                    listing.entries().stream().map(ServiceManager::view).toList(), page.offset(), listing.total());
        });
    }

    @Override
    public byte[] wsdl(Administrator by, TenantId tenant, ServiceId service) throws AdministrationException {
        return access.perform(by, Operation.FIND_SERVICES, target(tenant, service), caller -> {
            RegisteredService found = registered(tenant, name(service)).value();
            Digest wsdl = found.wsdl()
                    .orElseThrow(
                            () -> new AdministrationException(NOT_FOUND, "the service " + service + " has no WSDL"));
            return document(found, wsdl);
        });
    }

    @Override
    public byte[] policy(Administrator by, TenantId tenant, ServiceId service, String policy)
            throws AdministrationException {
        return access.perform(by, Operation.FIND_SERVICES, target(tenant, service, policy), caller -> {
            RegisteredService found = registered(tenant, name(service)).value();
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
        Target target = Target.of(tenant, "endpoints of tenant " + tenant);
        return access.perform(by, Operation.LIST_ENDPOINTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            Listing<DeployedEndpoint> listing = registry().listEndpoints(tenant, slice(page));
            return new Page<>(
                    listing.entries().stream().map(ServiceManager::view).toList(), page.offset(), listing.total());
        });
    }

    @Override
    public Page<PeriodView> history(Administrator by, TenantId tenant, String assembly, PageRequest page)
            throws AdministrationException {
        Target target = Target.of(tenant, "history of assembly " + assembly + " of tenant " + tenant);
        return access.perform(by, Operation.LIST_DEPLOYMENTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return periods(registry().listPeriods(tenant, new AssemblyName(assembly), slice(page)), page);
        });
    }

    @Override
    public Page<PeriodView> deployedAt(Administrator by, TenantId tenant, Instant at, PageRequest page)
            throws AdministrationException {
        requireNonNull(at, "at");
        Target target = Target.of(tenant, "deployments of tenant " + tenant);
        return access.perform(by, Operation.LIST_DEPLOYMENTS, target, caller -> {
            TenantLookup.tenant(services.tenants(), tenant);
            return periods(registry().listDeployedAt(tenant, at, slice(page)), page);
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
        return registry()
                .findArtifact(service.tenant(), digest)
                .orElseThrow(() -> new AdministrationException(
                        NOT_FOUND, "the document " + digest + " of the service " + service.name() + " is gone"));
    }

    private Versioned<RegisteredService> registered(TenantId tenant, ServiceName name)
            throws AdministrationException, RegistryException {
        TenantLookup.tenant(services.tenants(), tenant);
        return registry()
                .findService(tenant, name)
                .orElseThrow(() -> new AdministrationException(NOT_FOUND, "there is no service " + name));
    }

    /** A registered service that the caller may change. */
    private Versioned<RegisteredService> theirs(Change change, TenantId tenant, ServiceName name)
            throws AdministrationException, RegistryException {
        Versioned<RegisteredService> registered = registered(tenant, name);
        quotaConsumption.requireWithinContingent(change.caller(), tenant, name);
        return registered;
    }

    private ServiceRegistry registry() throws RegistryException {
        return services.resources().services();
    }

    private static Slice slice(PageRequest page) {
        return new Slice(page.offset(), page.limit());
    }

    private static ServiceName name(ServiceId service) {
        return new ServiceName(service.name(), service.version());
    }

    private static ServiceView view(Versioned<RegisteredService> versioned) {
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

    private static Target target(TenantId tenant, ServiceId service) {
        return Target.of(tenant, "service " + requireNonNull(service, "service") + " of tenant " + tenant);
    }

    private static Target target(TenantId tenant, ServiceId service, String policy) {
        return Target.of(
                tenant,
                "policy " + requireNonNull(policy, "policy") + " of service " + service + " of tenant " + tenant);
    }
}
