package org.esbmt.administration.internal.batch;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.INVALID;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.OperationAdministration.UnderWayView.Phase;
import org.esbmt.administration.api.command.Batch;
import org.esbmt.administration.api.command.BatchableCommand;
import org.esbmt.administration.api.command.TenantCommand.CreateTenant;
import org.esbmt.administration.api.command.TenantRef;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.References;
import org.esbmt.administration.internal.change.StepHandler;
import org.esbmt.administration.internal.policy.AccessPolicy;
import org.esbmt.administration.internal.policy.Caller;
import org.esbmt.administration.internal.policy.Failures;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.management.api.DeploymentException;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prepares the steps of a batch by the handlers of their commands. The slow work is done before the unit of work. Any
 * thread that may block.
 */
final class BatchSteps {
    /** The threads that hash passwords, as many as the limit of concurrent hashes. */
    private static final int AT_ONCE = 2;

    private static final Logger LOG = LoggerFactory.getLogger(BatchSteps.class);

    private final AccessLayer access;
    private final BatchableCommands commands;

    BatchSteps(AccessLayer access, BatchableCommands commands) {
        this.access = requireNonNull(access, "access");
        this.commands = requireNonNull(commands, "commands");
    }

    /** The refusal of one step. */
    static AdministrationException numbered(int number, AdministrationException e) {
        return new AdministrationException(e.reason(), "step " + number + ": " + e.getMessage(), e);
    }

    /** Prepares all steps, or refuses the first one that fails. */
    List<PreparedStep> prepared(Caller caller, Administrator by, Batch batch, BatchesUnderWay.One one)
            throws AdministrationException {
        BatchReferences references = new BatchReferences(one.id(), batch);
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<PreparedStep>> ready = new ArrayList<>();
            for (int i = 0; i < batch.steps().size(); i++) {
                ready.add(prepared(workers, caller, by, i + 1, batch.steps().get(i), references.of(i)));
            }
            List<PreparedStep> done = new ArrayList<>();
            for (Future<PreparedStep> step : ready) {
                done.add(ready(step, done.size() + 1));
                one.is(Phase.CHECKING, done.size());
            }
            return done;
        } finally {
            workers.shutdownNow();
        }
    }

    private Future<PreparedStep> prepared(
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
        return workers.submit(() -> new PreparedStep(
                number, handler.operation(), tenant, step.expectedRevision(), handler.prepare(command, references)));
    }

    private static OperationTarget target(
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
            OperationTarget target,
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

    private static PreparedStep ready(Future<PreparedStep> step, int number) throws AdministrationException {
        try {
            return step.get();
        } catch (ExecutionException e) {
            throw numbered(number, failure(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AdministrationException(INTERNAL, "the batch was interrupted; nothing was done", e);
        }
    }

    /** Turns a failure into the refusal of a step. The cause is logged here, since no caller logs it. */
    static AdministrationException failure(Throwable cause) {
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
