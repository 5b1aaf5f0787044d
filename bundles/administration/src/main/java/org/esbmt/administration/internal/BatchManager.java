package org.esbmt.administration.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.batch.Batch;
import org.esbmt.administration.api.batch.Batch.AddUser;
import org.esbmt.administration.api.batch.Batch.AssignRole;
import org.esbmt.administration.api.batch.Batch.ChangeTenant;
import org.esbmt.administration.api.batch.Batch.CreateTenant;
import org.esbmt.administration.api.batch.Batch.Deploy;
import org.esbmt.administration.api.batch.Batch.Known;
import org.esbmt.administration.api.batch.Batch.MadeBefore;
import org.esbmt.administration.api.batch.Batch.OfTenant;
import org.esbmt.administration.api.batch.Batch.RegisterService;
import org.esbmt.administration.api.batch.Batch.RemoveUser;
import org.esbmt.administration.api.batch.Batch.RevokeRole;
import org.esbmt.administration.api.batch.Batch.SetQuota;
import org.esbmt.administration.api.batch.Batch.Step;
import org.esbmt.administration.api.batch.Batch.Undeploy;
import org.esbmt.administration.api.batch.Batch.UnregisterService;
import org.esbmt.administration.api.batch.Batch.Whose;
import org.esbmt.administration.api.batch.BatchAdministration;
import org.esbmt.administration.api.batch.BatchReport;
import org.esbmt.administration.api.batch.BatchReport.Done;
import org.esbmt.administration.internal.RepeatedPasswords.Owner;
import org.esbmt.administration.internal.UserManager.Who;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.registry.api.configuration.Resource;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Batches: each step is the one that its manager makes of it, and all of them are one change. What is slow, the hashes of
 * passwords and the checks of archives, is done before the unit of work begins.
 */
@Component(service = BatchAdministration.class)
public final class BatchManager implements BatchAdministration {
    /** As many as hashes are made at once. */
    private static final int AT_ONCE = 2;

    private final AccessLayer access;
    private final AuditChains chains;
    private final Aftermath aftermath;
    private final RepeatedPasswords repeated;
    private final TenantManager tenants;
    private final UserManager users;
    private final AssemblyManager assemblies;
    private final ServiceManager services;
    private final Allotments allotments;

    @Activate
    public BatchManager(
            @Reference AccessLayer access,
            @Reference AuditChains chains,
            @Reference Aftermath aftermath,
            @Reference RepeatedPasswords repeated,
            @Reference TenantManager tenants,
            @Reference UserManager users,
            @Reference AssemblyManager assemblies,
            @Reference ServiceManager services,
            @Reference Allotments allotments) {
        this.access = requireNonNull(access, "access");
        this.chains = requireNonNull(chains, "chains");
        this.aftermath = requireNonNull(aftermath, "aftermath");
        this.repeated = requireNonNull(repeated, "repeated");
        this.tenants = requireNonNull(tenants, "tenants");
        this.users = requireNonNull(users, "users");
        this.assemblies = requireNonNull(assemblies, "assemblies");
        this.services = requireNonNull(services, "services");
        this.allotments = requireNonNull(allotments, "allotments");
    }

    @Override
    public BatchReport submit(Administrator by, Batch batch) throws AdministrationException {
        Administrator asking = aftermath.identified(by);
        return access.change(
                asking, Operation.SUBMIT_BATCH, target(by, batch), caller -> asked(caller, asking, batch, true));
    }

    @Override
    public BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException {
        Administrator asking = aftermath.identified(by);
        return access.dryRun(
                asking, Operation.PLAN_BATCH, target(by, batch), caller -> asked(caller, asking, batch, false));
    }

    /** A tenant's user has batches of the own tenant alone. */
    private Target target(Administrator by, Batch batch) throws AdministrationException {
        return new Target(access.own(by), "a batch of " + batch.steps().size() + " steps");
    }

    /** A step that is ready to be made. */
    private record Ready(int number, Operation operation, Optional<TenantId> tenant, Ask<?> ask) {}

    /** How a step is made ready. */
    @FunctionalInterface
    private interface Readying {
        Ask<?> done() throws AdministrationException, RegistryException, DeploymentException;
    }

    private Ask<BatchReport> asked(Caller caller, Administrator by, Batch batch, boolean audited)
            throws AdministrationException, RegistryException, DeploymentException {
        UUID id = by.operation().orElseThrow();
        List<Ready> ready = ready(caller, by, batch, new Names(id));
        Object[] requests = ready.stream()
                .map(step -> step.operation() + " " + step.ask().request())
                .toArray();
        Target target = target(by, batch);
        List<Done> plan = ready.stream()
                .map(step -> new Done(
                        step.number(),
                        step.operation().toString(),
                        step.ask().target().name(),
                        step.tenant()))
                .toList();
        return new Ask<>(
                target,
                Ask.request(requests),
                change -> {
                    allotments.holdAll(ready.stream()
                            .flatMap(step -> step.tenant().stream())
                            .toList());
                    List<Change> parts = new ArrayList<>();
                    for (Ready step : ready) {
                        parts.add(made(step, change));
                    }
                    checkForNodes(change);
                    // Behind all that is changed: who changes less waits for these last.
                    for (int i = 0; audited && i < ready.size(); i++) {
                        chains.done(
                                parts.get(i),
                                ready.get(i).operation(),
                                ready.get(i).ask().target());
                    }
                    BatchReport report =
                            new BatchReport(id, plan, change.forNodes().size());
                    change.did(Integer.toString(report.forNodes()));
                    return report;
                },
                before -> {
                    checkPasswords(before, batch, ready);
                    return new BatchReport(id, plan, Integer.parseInt(before.what()));
                });
    }

    /** A password that a step has set. */
    private record Setting(int number, Owner owner, Password password) {}

    /** Passwords are no part of what is compared. Those that were set are compared if all of them are still set. */
    private void checkPasswords(Remembered before, Batch batch, List<Ready> ready)
            throws AdministrationException, RegistryException {
        List<Setting> settings = new ArrayList<>();
        for (Ready made : ready) {
            TenantId tenant = made.tenant().orElseThrow();
            Step step = batch.steps().get(made.number() - 1);
            if (step instanceof CreateTenant create) {
                Owner owner = tenants.owner(tenant, create.administratorLogin());
                settings.add(new Setting(made.number(), owner, create.password()));
            } else if (step instanceof AddUser add) {
                settings.add(new Setting(made.number(), tenants.owner(tenant, add.login()), add.password()));
            }
        }
        List<StoredCredential> set =
                repeated.stillSet(before, settings.stream().map(Setting::owner).toList());
        for (int i = 0; i < set.size(); i++) {
            try {
                repeated.checkSame(set.get(i), settings.get(i).password());
            } catch (AdministrationException e) {
                throw numbered(settings.get(i).number(), e);
            }
        }
    }

    private static void checkForNodes(Change change) throws AdministrationException {
        if (change.forNodes().size() > ManagementRequest.MAX_OPERATIONS) {
            throw new AdministrationException(
                    INVALID,
                    "the nodes have a part in " + change.forNodes().size() + " of the steps, and do "
                            + ManagementRequest.MAX_OPERATIONS + " at once: make several batches");
        }
    }

    private static Change made(Ready step, Change change)
            throws AdministrationException, RegistryException, DeploymentException {
        Change part = change.step();
        try {
            step.ask().step().in(part);
        } catch (AdministrationException e) {
            throw numbered(step.number(), e);
        } catch (RegistryException e) {
            throw numbered(step.number(), Failures.of(e));
        } catch (DeploymentException e) {
            throw numbered(step.number(), Failures.of(e));
        }
        return part;
    }

    private static AdministrationException numbered(int number, AdministrationException e) {
        return new AdministrationException(e.reason(), "step " + number + ": " + e.getMessage(), e);
    }

    // --- what is done before the unit of work

    private List<Ready> ready(Caller caller, Administrator by, Batch batch, Names names)
            throws AdministrationException {
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Ready>> steps = new ArrayList<>();
            for (Step step : batch.steps()) {
                int number = steps.size() + 1;
                Optional<TenantId> tenant = tenant(step, names);
                Operation operation = operation(step);
                permit(caller, by, step, tenant, number);
                steps.add(workers.submit(() -> new Ready(
                        number,
                        operation,
                        tenant,
                        readying(step, tenant, operation).done())));
            }
            List<Ready> ready = new ArrayList<>();
            for (Future<Ready> step : steps) {
                ready.add(ready(step, ready.size() + 1));
            }
            return ready;
        } finally {
            workers.shutdownNow();
        }
    }

    private void permit(Caller caller, Administrator by, Step step, Optional<TenantId> tenant, int number)
            throws AdministrationException {
        Operation operation = operation(step);
        boolean ofNewTenant = step instanceof OfTenant ofTenant && ofTenant.tenant() instanceof MadeBefore;
        if (ofNewTenant && AccessPolicy.permitsFounder(caller, operation, tenant.orElseThrow())) {
            return;
        }
        Optional<TenantId> of = operation == Operation.CREATE_TENANT ? Optional.empty() : tenant;
        try {
            access.permitStep(
                    caller,
                    by,
                    operation,
                    new Target(of, of.map(t -> "tenant " + t).orElse("the installation")));
        } catch (AdministrationException e) {
            throw numbered(number, e);
        }
    }

    private static Ready ready(Future<Ready> step, int number) throws AdministrationException {
        try {
            return step.get();
        } catch (ExecutionException e) {
            throw numbered(number, failure(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AdministrationException(INTERNAL, "the batch was interrupted; nothing was done", e);
        }
    }

    private static AdministrationException failure(Throwable cause) {
        if (cause instanceof AdministrationException e) {
            return e;
        }
        if (cause instanceof RegistryException e) {
            return Failures.of(e);
        }
        if (cause instanceof DeploymentException e) {
            return Failures.of(e);
        }
        if (cause instanceof IllegalArgumentException e) {
            return new AdministrationException(INVALID, e.getMessage(), e);
        }
        return new AdministrationException(INTERNAL, "the bus failed; its log tells why", cause);
    }

    private Readying readying(Step step, Optional<TenantId> whose, Operation operation) {
        TenantId tenant = whose.orElseThrow();
        if (step instanceof CreateTenant create) {
            return () -> tenants.creating(
                    tenant,
                    create.name(),
                    create.displayName(),
                    create.administratorLogin(),
                    create.password(),
                    quotas(create.quotas()));
        }
        if (step instanceof AddUser add) {
            return () -> tenants.adding(tenant, add.login(), add.password(), add.roles());
        }
        if (step instanceof AssignRole assign) {
            return () -> users.assigning(tenant, Who.of(assign.login()), assign.role());
        }
        if (step instanceof RevokeRole revoke) {
            return () -> users.revoking(tenant, Who.of(revoke.login()), revoke.role());
        }
        if (step instanceof RemoveUser remove) {
            return () -> users.removing(tenant, Who.of(remove.login()));
        }
        if (step instanceof SetQuota set) {
            return () -> allotments.setting(tenant, resource(set.resource()), set.hard());
        }
        if (step instanceof Deploy deploy) {
            return () -> assemblies.deploying(tenant, Optional.empty(), new ByteArrayInputStream(deploy.archive()));
        }
        if (step instanceof RegisterService register) {
            return () -> services.registering(tenant, register.service(), register.wsdl());
        }
        if (step instanceof UnregisterService unregister) {
            return () -> services.unregistering(tenant, unregister.service());
        }
        if (step instanceof Undeploy undeploy) {
            return () -> assemblies.undeploying(tenant, undeploy.assembly());
        }
        return () -> tenants.stepping(tenant, operation);
    }

    private static Operation operation(Step step) {
        if (step instanceof CreateTenant) {
            return Operation.CREATE_TENANT;
        }
        if (step instanceof AddUser) {
            return Operation.ADD_USER;
        }
        if (step instanceof AssignRole) {
            return Operation.ASSIGN_ROLE;
        }
        if (step instanceof RevokeRole) {
            return Operation.REVOKE_ROLE;
        }
        if (step instanceof RemoveUser) {
            return Operation.REMOVE_USER;
        }
        if (step instanceof SetQuota) {
            return Operation.CHANGE_QUOTA;
        }
        if (step instanceof Deploy) {
            return Operation.DEPLOY_ASSEMBLY;
        }
        if (step instanceof RegisterService) {
            return Operation.REGISTER_SERVICE;
        }
        if (step instanceof UnregisterService) {
            return Operation.UNREGISTER_SERVICE;
        }
        if (step instanceof Undeploy) {
            return Operation.UNDEPLOY_ASSEMBLY;
        }
        return switch (((ChangeTenant) step).life()) {
            case SUSPEND -> Operation.SUSPEND_TENANT;
            case RESUME -> Operation.RESUME_TENANT;
            case DRAIN -> Operation.DRAIN_TENANT;
        };
    }

    private static Optional<TenantId> tenant(Step step, Names names) {
        if (step instanceof CreateTenant create) {
            return Optional.of(names.made(create));
        }
        Whose whose = ((OfTenant) step).tenant();
        return Optional.of(whose instanceof Known known ? known.id() : names.of(((MadeBefore) whose).as()));
    }

    private static Map<Resource, Long> quotas(Map<String, Long> texts) {
        Map<Resource, Long> quotas = new EnumMap<>(Resource.class);
        for (Map.Entry<String, Long> text : texts.entrySet()) {
            Resource resource = resource(text.getKey());
            Ceilings.notKept(resource).ifPresent(why -> {
                throw new IllegalArgumentException(why);
            });
            quotas.put(resource, text.getValue());
        }
        return quotas;
    }

    private static Resource resource(String name) {
        try {
            return Resource.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "there is no resource of that name; there are " + List.of(Resource.values()), e);
        }
    }

    /** The tenants that a batch makes. Their identifiers follow from the batch's own and their names, each time the same. */
    private static final class Names {
        private final UUID batch;
        private final Map<String, TenantId> byName = new HashMap<>();

        Names(UUID batch) {
            this.batch = batch;
        }

        TenantId made(CreateTenant create) {
            TenantId id = new TenantId(UUID.nameUUIDFromBytes((batch + " " + create.name()).getBytes(UTF_8)));
            create.as().ifPresent(as -> byName.put(as, id));
            return id;
        }

        TenantId of(String as) {
            return byName.get(as);
        }
    }
}
