package org.esbmt.administration.internal;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration.UnderWayView.Phase;
import org.esbmt.administration.api.Password;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.BatchReport.Done;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.api.command.UserCommand.AddUser;
import org.esbmt.administration.api.command.UserCommand.ResetDefaultAdmin;
import org.esbmt.administration.api.command.UserCommand.SetPassword;
import org.esbmt.administration.api.command.UserRef;
import org.esbmt.administration.internal.RepeatedPasswords.Owner;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.StoredCredential;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes batches: each step is prepared by the handler of its command, and all of them are one change. The slow part, passwords' hashes
 * and archives' checks, comes before the unit of work.
 */
@Component(service = BatchManager.class)
public final class BatchManager {
    /** The threads that hash passwords: as many as hashes are made at once. */
    private static final int AT_ONCE = 2;

    /** A moment with as many characters as any has. */
    private static final Instant LONGEST = Instant.parse("2026-01-01T00:00:00.001Z");

    private static final Logger LOG = LoggerFactory.getLogger(BatchManager.class);

    private final AccessLayer access;
    private final AuditChains chains;
    private final NodeOutcome nodeOutcome;
    private final RepeatedPasswords repeated;
    private final DynamicServices services;
    private final TenantManager tenants;
    private final BatchableCommands commands;
    private final QuotaConsumption quotaConsumption;
    private final BatchesUnderWay underWay;

    @Activate
    public BatchManager(
            @Reference AccessLayer access,
            @Reference AuditChains chains,
            @Reference NodeOutcome nodeOutcome,
            @Reference RepeatedPasswords repeated,
            @Reference DynamicServices services,
            @Reference TenantManager tenants,
            @Reference BatchableCommands commands,
            @Reference QuotaConsumption quotaConsumption,
            @Reference BatchesUnderWay underWay) {
        this.access = requireNonNull(access, "access");
        this.chains = requireNonNull(chains, "chains");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.repeated = requireNonNull(repeated, "repeated");
        this.services = requireNonNull(services, "services");
        this.tenants = requireNonNull(tenants, "tenants");
        this.commands = requireNonNull(commands, "commands");
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.underWay = requireNonNull(underWay, "underWay");
    }

    BatchReport submit(Administrator by, Batch batch) throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        try (Turn turn = new Turn(asking, batch, false)) {
            return access.change(asking, Operation.SUBMIT_BATCH, target(by, batch), turn::asked);
        }
    }

    BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        try (Turn turn = new Turn(asking, batch, true)) {
            return access.dryRun(asking, Operation.PLAN_BATCH, Operation.SUBMIT_BATCH, target(by, batch), turn::asked);
        }
    }

    /** One request, visible from the moment that the caller gets a slot until it is decided. For one thread. */
    private final class Turn implements AutoCloseable {
        private final Administrator by;
        private final Batch batch;
        private final boolean dryRun;
        private Optional<BatchesUnderWay.One> seen = Optional.empty();

        Turn(Administrator by, Batch batch, boolean dryRun) {
            this.by = by;
            this.batch = batch;
            this.dryRun = dryRun;
        }

        PreparedChange<BatchReport> asked(Caller caller) throws AdministrationException, RegistryException {
            BatchesUnderWay.One one = underWay.begin(caller, by, batch.steps().size(), dryRun);
            seen = Optional.of(one);
            return BatchManager.this.asked(caller, by, batch, one);
        }

        @Override
        public void close() {
            seen.ifPresent(BatchesUnderWay.One::close);
        }
    }

    /** A tenant's user has batches of the own tenant alone. */
    private Target target(Administrator by, Batch batch) throws AdministrationException {
        return new Target(access.own(by), "a batch of " + batch.steps().size() + " steps");
    }

    /**
     * A step that is ready to be made.
     *
     * @param revision the one that is to be changed
     */
    private record Ready(
            int number, Operation operation, TenantId tenant, OptionalLong revision, PreparedChange<?> change) {}

    private PreparedChange<BatchReport> asked(Caller caller, Administrator by, Batch batch, BatchesUnderWay.One one)
            throws AdministrationException, RegistryException {
        UUID id = one.id();
        List<Ready> ready = ready(caller, by, batch, one);
        Object[] requests = ready.stream()
                .map(step -> step.operation() + " " + step.change().request())
                .toArray();
        Target target = target(by, batch);
        List<Done> plan = ready.stream()
                .map(step -> new Done(
                        step.number(),
                        step.operation().toString(),
                        step.change().target().name(),
                        Optional.of(step.tenant())))
                .toList();
        return new PreparedChange<>(
                target,
                PreparedChange.request(requests),
                change -> {
                    quotaConsumption.holdAll(ready.stream().map(Ready::tenant).toList());
                    List<Change> parts = new ArrayList<>();
                    one.is(Phase.MAKING, 0);
                    for (Ready step : ready) {
                        parts.add(made(step, change));
                        one.is(Phase.MAKING, parts.size());
                    }
                    checkForNodes(caller, by, change);
                    // The dry run has no end, at which this would be found out; and here it is told as what it is.
                    services.tenants().checkRules();
                    // Behind all that is changed: who changes less waits for these last.
                    for (int i = 0; !one.dryRun() && i < ready.size(); i++) {
                        chains.done(
                                parts.get(i),
                                ready.get(i).operation(),
                                ready.get(i).change().target());
                    }
                    BatchReport report =
                            new BatchReport(id, plan, change.forNodes().size());
                    change.did(Integer.toString(report.forNodes()));
                    one.is(Phase.DECIDING, ready.size());
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
    private void checkPasswords(JournaledResult before, Batch batch, List<Ready> ready)
            throws AdministrationException, RegistryException {
        List<Setting> settings = new ArrayList<>();
        for (Ready made : ready) {
            BatchableCommand<?> command = batch.steps().get(made.number() - 1).command();
            if (command instanceof CreateTenant create) {
                settings.add(setting(made, create.administratorLogin(), create.password()));
            } else if (command instanceof AddUser add) {
                settings.add(setting(made, add.login(), add.password()));
            } else if (command instanceof SetPassword other) {
                settings.add(setting(made, other.user(), other.password()));
            } else if (command instanceof ResetDefaultAdmin reset) {
                settings.add(new Setting(
                        made.number(), tenants.administratorNamed(made.tenant(), reset.login()), reset.password()));
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

    private Setting setting(Ready made, String login, Password password)
            throws AdministrationException, RegistryException {
        return setting(made, UserRef.of(login), password);
    }

    private Setting setting(Ready made, UserRef user, Password password)
            throws AdministrationException, RegistryException {
        return new Setting(made.number(), tenants.owner(made.tenant(), user), password);
    }

    /** Checks the commands for the nodes. A run would find a fault at its end only, and a dry run not at all. */
    private static void checkForNodes(Caller caller, Administrator by, Change change) throws AdministrationException {
        int count = change.forNodes().size();
        if (count > ManagementRequest.MAX_OPERATIONS) {
            throw new AdministrationException(
                    INVALID,
                    "the nodes have a part in " + count + " of the steps, and do " + ManagementRequest.MAX_OPERATIONS
                            + " at once: make several batches");
        }
        if (count == 0) {
            return;
        }
        Actor actor = new Actor(by.tenant().map(name -> caller.tenant()), by.login());
        try {
            MessageText.write(new ManagementRequest(
                    change.id(),
                    Long.MAX_VALUE,
                    Optional.empty(),
                    actor,
                    LONGEST,
                    Optional.of(LONGEST),
                    change.forNodes()));
        } catch (IllegalArgumentException e) {
            throw new AdministrationException(
                    INVALID,
                    "what the nodes would be told of " + count + " steps is too long for them: make several batches",
                    e);
        }
    }

    private static Change made(Ready step, Change change) throws AdministrationException {
        Change part = change.step(step.revision());
        try {
            step.change().apply().in(part);
        } catch (AdministrationException | RegistryException | DeploymentException | IllegalArgumentException e) {
            AdministrationException refusal = numbered(step.number(), failure(e));
            throw e instanceof RegistryException.Stale && step.revision().isEmpty()
                    ? new ConcurrentChange(refusal)
                    : refusal;
        }
        return part;
    }

    private static AdministrationException numbered(int number, AdministrationException e) {
        return new AdministrationException(e.reason(), "step " + number + ": " + e.getMessage(), e);
    }

    // --- what is done before the unit of work

    private List<Ready> ready(Caller caller, Administrator by, Batch batch, BatchesUnderWay.One one)
            throws AdministrationException {
        BatchReferences references = new BatchReferences(one.id(), batch);
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Ready>> ready = new ArrayList<>();
            for (int i = 0; i < batch.steps().size(); i++) {
                ready.add(prepared(workers, caller, by, i + 1, batch.steps().get(i), references.of(i)));
            }
            List<Ready> done = new ArrayList<>();
            for (Future<Ready> step : ready) {
                done.add(ready(step, done.size() + 1));
                one.is(Phase.CHECKING, done.size());
            }
            return done;
        } finally {
            workers.shutdownNow();
        }
    }

    private Future<Ready> prepared(
            ExecutorService workers,
            Caller caller,
            Administrator by,
            int number,
            Batch.Step step,
            References references)
            throws AdministrationException {
        BatchableCommand<?> command = step.command();
        StepHandler<BatchableCommand<?>, ?, ?> handler = commands.handler(command);
        TenantId tenant = command instanceof CreateTenant create
                ? references.created(create).tenant()
                : references.tenant(command.tenant());
        permit(caller, by, command, tenant, handler.operation(), target(handler, command, references, number), number);
        return workers.submit(() -> new Ready(
                number, handler.operation(), tenant, step.expectedRevision(), handler.prepare(command, references)));
    }

    private static Target target(
            StepHandler<BatchableCommand<?>, ?, ?> handler,
            BatchableCommand<?> command,
            References references,
            int number)
            throws AdministrationException {
        try {
            return handler.target(command, references);
        } catch (IllegalArgumentException | AdministrationException e) {
            throw numbered(number, failure(e));
        }
    }

    private void permit(
            Caller caller,
            Administrator by,
            BatchableCommand<?> command,
            TenantId tenant,
            Operation operation,
            Target target,
            int number)
            throws AdministrationException {
        boolean ofNewTenant = command.tenant() instanceof TenantRef.CreatedBefore && !(command instanceof CreateTenant);
        if (ofNewTenant && AccessPolicy.permitsFounder(caller, operation, tenant)) {
            return;
        }
        try {
            access.permitStep(caller, by, operation, target);
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

    /** The step makes a refusal of it, so nobody else writes down what it was. */
    private static AdministrationException failure(Throwable cause) {
        if (cause instanceof AdministrationException e) {
            return e;
        }
        if (cause instanceof RegistryException e) {
            if (e instanceof RegistryException.Failed) {
                LOG.error("A registry failed during a step of a batch.", e);
            }
            return Failures.of(e);
        }
        if (cause instanceof DeploymentException e) {
            if (e.reason() == DeploymentException.Reason.INTERNAL) {
                LOG.error("The deployer failed during a step of a batch.", e);
            }
            return Failures.of(e);
        }
        if (cause instanceof IllegalArgumentException e) {
            return new AdministrationException(INVALID, e.getMessage(), e);
        }
        LOG.error("The bus failed during a step of a batch.", cause);
        return new AdministrationException(INTERNAL, "the bus failed; its log tells why", cause);
    }
}
