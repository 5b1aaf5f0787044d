package org.esbmt.administration.internal.assembly;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.ServiceAdministration;
import org.esbmt.administration.api.ServiceAdministration.ServiceView;
import org.esbmt.administration.api.ServiceId;
import org.esbmt.administration.api.command.Content;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.ServiceCommand;
import org.esbmt.administration.api.command.ServiceCommand.AttachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.DetachPolicy;
import org.esbmt.administration.api.command.ServiceCommand.RegisterService;
import org.esbmt.administration.api.command.ServiceCommand.UnregisterService;
import org.esbmt.administration.api.command.ServiceCommand.UpdateService;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.change.TenantLookup;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.Versioned;
import org.esbmt.registry.api.service.Digest;
import org.esbmt.registry.api.service.PolicyName;
import org.esbmt.registry.api.service.RegisteredService;
import org.esbmt.registry.api.service.ServiceName;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Changes registered services and their documents, over the service registry. */
@Component(service = ServiceManager.class)
public final class ServiceManager {
    /** The limit of one service, since each list of services contains the names of their policies. */
    private static final int MAX_POLICIES = 32;

    private static final String NO_WSDL = "-";

    private final AccessLayer access;
    private final DynamicServices services;
    private final QuotaConsumption quotaConsumption;
    private final RegisteredServices registered;
    private final CommandHandlers commands;

    @Activate
    public ServiceManager(
            @Reference AccessLayer access,
            @Reference DynamicServices services,
            @Reference QuotaConsumption quotaConsumption) {
        this.access = requireNonNull(access, "access");
        this.services = requireNonNull(services, "services");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.registered = new RegisteredServices(services);
        this.commands = new CommandHandlers()
                .add(
                        RegisterService.class,
                        handler(
                                Operation.REGISTER_SERVICE,
                                (c, tenant) -> RegisteredServices.target(tenant, c.service()),
                                (c, tenant) -> registering(tenant, c.service(), bytes(c.wsdl()))))
                .add(
                        UpdateService.class,
                        handler(
                                Operation.UPDATE_SERVICE,
                                (c, tenant) -> RegisteredServices.target(tenant, c.service()),
                                (c, tenant) -> updating(tenant, c.service(), bytes(c.wsdl()))))
                .add(
                        UnregisterService.class,
                        StepHandler.<UnregisterService, ServiceId, Done>of(
                                access,
                                Operation.UNREGISTER_SERVICE,
                                (c, references) ->
                                        RegisteredServices.target(references.tenant(c.tenant()), c.service()),
                                (c, references) -> unregistering(references.tenant(c.tenant()), c.service()),
                                (by, c, service) -> Done.DONE))
                .add(
                        AttachPolicy.class,
                        handler(
                                Operation.ATTACH_POLICY,
                                (c, tenant) -> RegisteredServices.target(tenant, c.service(), c.policy()),
                                (c, tenant) -> attaching(tenant, c.service(), c.policy(), bytes(c.document()))))
                .add(
                        DetachPolicy.class,
                        handler(
                                Operation.DETACH_POLICY,
                                (c, tenant) -> RegisteredServices.target(tenant, c.service(), c.policy()),
                                (c, tenant) -> detaching(tenant, c.service(), c.policy())));
    }

    public CommandHandlers commands() {
        return commands;
    }

    /** Prepares a command about a tenant's service. */
    @FunctionalInterface
    private interface Preparing<C> {
        PreparedChange<ServiceView> of(C command, TenantId tenant) throws AdministrationException;
    }

    private <C extends ServiceCommand<ServiceView>> StepHandler<C, ServiceView, ServiceView> handler(
            Operation operation, BiFunction<C, TenantId, OperationTarget> target, Preparing<C> preparing) {
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
            // One byte more than the limit, so that the check of the document finds it too long.
            return content.open().readNBytes(ServiceAdministration.MAX_DOCUMENT_BYTES + 1);
        } catch (IOException e) {
            throw new AdministrationException(INVALID, "the document cannot be read: " + e.getMessage(), e);
        }
    }

    private PreparedChange<ServiceView> registering(TenantId tenant, ServiceId service, Optional<byte[]> wsdl)
            throws AdministrationException {
        return describing(tenant, service, wsdl, (change, name, digest) -> {
            put(change, tenant, wsdl);
            Versioned<RegisteredService> described =
                    registered.registry().registerService(tenant, name, digest, change.by());
            quotaConsumption.service(change, tenant, name);
            return described;
        });
    }

    private PreparedChange<ServiceView> updating(TenantId tenant, ServiceId service, Optional<byte[]> wsdl)
            throws AdministrationException {
        return describing(tenant, service, wsdl, (change, name, digest) -> {
            Versioned<RegisteredService> before = theirs(change, tenant, name);
            checkSeen(change, before);
            put(change, tenant, wsdl);
            before.value().wsdl().ifPresent(was -> change.from(was.hex()));
            return registered
                    .registry()
                    .updateService(tenant, change.revision(before.revision()), name, digest, change.by());
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
        ServiceName name = RegisteredServices.name(service);
        if (wsdl.isPresent()) {
            ServiceDocument.check(ServiceDocument.Kind.WSDL, wsdl.get());
        }
        Optional<Digest> digest = wsdl.map(Digest::of);
        return asked(RegisteredServices.target(tenant, service), tenant, service, digest, change -> {
            Versioned<RegisteredService> described = describing.of(change, name, digest);
            digest.ifPresent(is -> change.to(is.hex()));
            return described;
        });
    }

    private PreparedChange<ServiceId> unregistering(TenantId tenant, ServiceId service) {
        ServiceName name = RegisteredServices.name(service);
        return new PreparedChange<>(
                RegisteredServices.target(tenant, service),
                PreparedChange.request(tenant, service),
                change -> {
                    quotaConsumption.holdForServices(tenant);
                    TenantLookup.notPurged(services.tenants(), tenant);
                    Versioned<RegisteredService> before = theirs(change, tenant, name);
                    registered.registry().unregisterService(tenant, change.revision(before.revision()), name);
                    quotaConsumption.freed(tenant, name);
                    return service;
                },
                before -> service);
    }

    private PreparedChange<ServiceView> attaching(TenantId tenant, ServiceId service, String policy, byte[] document)
            throws AdministrationException {
        ServiceName name = RegisteredServices.name(service);
        PolicyName attached = new PolicyName(policy);
        ServiceDocument.check(ServiceDocument.Kind.POLICY, document);
        OperationTarget target = RegisteredServices.target(tenant, service, policy);
        return asked(target, tenant, service, policy + " " + Digest.of(document), change -> {
            Versioned<RegisteredService> before = theirs(change, tenant, name);
            checkSeen(change, before);
            Digest digest = put(change, tenant, document);
            Optional.ofNullable(before.value().policies().get(attached)).ifPresent(was -> change.from(was.hex()));
            change.to(digest.hex());
            Versioned<RegisteredService> after = registered
                    .registry()
                    .attachPolicy(tenant, change.revision(before.revision()), name, attached, digest, change.by());
            if (after.value().policies().size() > MAX_POLICIES) {
                throw new AdministrationException(
                        CONFLICT, "a service has at most " + MAX_POLICIES + " policies: detach one before");
            }
            return after;
        });
    }

    private PreparedChange<ServiceView> detaching(TenantId tenant, ServiceId service, String policy) {
        ServiceName name = RegisteredServices.name(service);
        PolicyName detached = new PolicyName(policy);
        return asked(RegisteredServices.target(tenant, service, policy), tenant, service, policy, change -> {
            Versioned<RegisteredService> before = theirs(change, tenant, name);
            return registered
                    .registry()
                    .detachPolicy(tenant, change.revision(before.revision()), name, detached, change.by());
        });
    }

    /** Changes a service. */
    @FunctionalInterface
    private interface Doing {
        Versioned<RegisteredService> in(Change change) throws AdministrationException, RegistryException;
    }

    private PreparedChange<ServiceView> asked(
            OperationTarget target, TenantId tenant, ServiceId service, Object more, Doing doing) {
        ServiceName name = RegisteredServices.name(service);
        return new PreparedChange<>(
                target,
                PreparedChange.request(tenant, service, more),
                change -> {
                    quotaConsumption.holdForServices(tenant);
                    TenantLookup.notPurged(services.tenants(), tenant);
                    ServiceView changed = RegisteredServices.view(doing.in(change));
                    change.did(done(changed));
                    return changed;
                },
                // The service may be another one by now, or gone.
                before -> before.what().isEmpty()
                        ? RegisteredServices.view(registered.find(tenant, name))
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

    /**
     * Compares the revisions before the quotas. A request with an old revision is refused, whatever the quotas leave.
     */
    private static void checkSeen(Change change, Versioned<RegisteredService> service) throws RegistryException.Stale {
        change.checkSeen("The service " + service.value().name(), service.revision());
    }

    private void put(Change change, TenantId tenant, Optional<byte[]> document) throws RegistryException {
        if (document.isPresent()) {
            put(change, tenant, document.get());
        }
    }

    private Digest put(Change change, TenantId tenant, byte[] document) throws RegistryException {
        Digest digest = registered.registry().putArtifact(tenant, document);
        quotaConsumption.artifact(change, tenant, digest, document.length);
        return digest;
    }

    /** A registered service that the caller may change. */
    private Versioned<RegisteredService> theirs(Change change, TenantId tenant, ServiceName name)
            throws AdministrationException, RegistryException {
        Versioned<RegisteredService> theirs = registered.find(tenant, name);
        quotaConsumption.requireWithinContingent(change.caller(), tenant, name);
        return theirs;
    }
}
