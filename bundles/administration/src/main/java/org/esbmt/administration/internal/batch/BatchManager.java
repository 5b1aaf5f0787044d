package org.esbmt.administration.internal.batch;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration.UnderWayView.Phase;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchReport;
import org.esbmt.administration.api.command.BatchReport.Done;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.AuditChains;
import org.esbmt.administration.internal.change.Change;
import org.esbmt.administration.internal.change.NodeOutcome;
import org.esbmt.administration.internal.change.PreparedChange;
import org.esbmt.administration.internal.login.RepeatedPasswords;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.quota.QuotaConsumption;
import org.esbmt.administration.internal.registry.DynamicServices;
import org.esbmt.administration.internal.tenant.CredentialManager;
import org.esbmt.management.api.message.Actor;
import org.esbmt.management.api.message.ManagementRequest;
import org.esbmt.management.api.message.MessageText;
import org.esbmt.registry.api.RegistryException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Executes batches. The handler of each command prepares its step, and all steps are one change. The slow work, such as hashes of
 * passwords and checks of archives, comes before the unit of work.
 */
@Component(service = BatchManager.class)
public final class BatchManager {
    /** A moment whose text is as long as any. */
    private static final Instant LONGEST = Instant.parse("2026-01-01T00:00:00.001Z");

    private final AccessLayer access;
    private final AuditChains chains;
    private final NodeOutcome nodeOutcome;
    private final DynamicServices services;
    private final BatchSteps steps;
    private final BatchPasswords passwords;
    private final QuotaConsumption quotaConsumption;
    private final BatchesUnderWay underWay;

    @Activate
    public BatchManager(
            @Reference AccessLayer access,
            @Reference AuditChains chains,
            @Reference NodeOutcome nodeOutcome,
            @Reference RepeatedPasswords repeated,
            @Reference DynamicServices services,
            @Reference CredentialManager credentials,
            @Reference BatchableCommands commands,
            @Reference QuotaConsumption quotaConsumption,
            @Reference BatchesUnderWay underWay) {
        this.access = requireNonNull(access, "access");
        this.chains = requireNonNull(chains, "chains");
        this.nodeOutcome = requireNonNull(nodeOutcome, "nodeOutcome");
        this.services = requireNonNull(services, "services");
        this.steps = new BatchSteps(access, commands);
        this.passwords = new BatchPasswords(credentials, repeated);
        this.quotaConsumption = requireNonNull(quotaConsumption, "quotaConsumption");
        this.underWay = requireNonNull(underWay, "underWay");
    }

    public BatchReport submit(Administrator by, Batch batch) throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        try (Turn turn = new Turn(asking, batch, false)) {
            return access.change(asking, Operation.SUBMIT_BATCH, target(by, batch), turn::asked);
        }
    }

    public BatchReport dryRun(Administrator by, Batch batch) throws AdministrationException {
        Administrator asking = nodeOutcome.identified(by);
        try (Turn turn = new Turn(asking, batch, true)) {
            return access.dryRun(asking, Operation.PLAN_BATCH, Operation.SUBMIT_BATCH, target(by, batch), turn::asked);
        }
    }

    /** One request, visible from the moment that the caller gets a slot until the decision. Confined to one thread. */
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

    /** Returns the object of a batch. A tenant's user sends batches of the own tenant only. */
    private OperationTarget target(Administrator by, Batch batch) throws AdministrationException {
        return new OperationTarget(access.own(by), "a batch of " + batch.steps().size() + " steps");
    }

    private PreparedChange<BatchReport> asked(Caller caller, Administrator by, Batch batch, BatchesUnderWay.One one)
            throws AdministrationException, RegistryException {
        UUID id = one.id();
        List<PreparedStep> ready = steps.prepared(caller, by, batch, one);
        Object[] requests = ready.stream()
                .map(step -> step.operation() + " " + step.change().request())
                .toArray();
        OperationTarget target = target(by, batch);
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
                    quotaConsumption.holdAll(
                            ready.stream().map(PreparedStep::tenant).toList());
                    List<Change> parts = new ArrayList<>();
                    one.is(Phase.MAKING, 0);
                    for (PreparedStep step : ready) {
                        parts.add(step.made(change));
                        one.is(Phase.MAKING, parts.size());
                    }
                    checkForNodes(caller, by, change);
                    // A dry run has no commit that would find a violation. Here the refusal also names the rule.
                    services.tenants().checkRules();
                    // The audit chains are locked after all changed entries, the order that every change keeps.
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
                    passwords.check(before, batch, ready);
                    return new BatchReport(id, plan, Integer.parseInt(before.what()));
                });
    }

    /** Checks the commands for the nodes. A run would detect a fault only at its end, and a dry run not at all. */
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
                    "the commands to the nodes for " + count + " steps are too long for them: make several batches",
                    e);
        }
    }
}
