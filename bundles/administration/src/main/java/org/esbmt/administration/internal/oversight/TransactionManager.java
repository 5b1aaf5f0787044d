package org.esbmt.administration.internal.oversight;

import static java.util.Objects.requireNonNull;
import static org.esbmt.administration.api.AdministrationException.Reason.CONFLICT;
import static org.esbmt.administration.api.AdministrationException.Reason.INTERNAL;
import static org.esbmt.administration.api.AdministrationException.Reason.IN_DOUBT;
import static org.esbmt.administration.api.AdministrationException.Reason.UNAVAILABLE;

import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;
import org.esbmt.administration.api.AdministrationException;
import org.esbmt.administration.api.Administrator;
import org.esbmt.administration.api.TransactionOversight;
import org.esbmt.administration.api.command.Done;
import org.esbmt.administration.api.command.NodeCommand.ForgetHeuristic;
import org.esbmt.administration.api.command.NodeCommand.RecoverTransactions;
import org.esbmt.administration.api.command.NodeCommand.RetireResource;
import org.esbmt.administration.internal.change.AccessLayer;
import org.esbmt.administration.internal.change.CommandHandlers;
import org.esbmt.administration.internal.policy.Operation;
import org.esbmt.administration.internal.policy.OperationTarget;
import org.esbmt.administration.internal.policy.RefusalAdvice;
import org.esbmt.files.api.DurableFiles;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionAdministration;
import org.esbmt.transaction.api.TransactionId;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * This node's distributed transactions. It needs no registry, since it must work while the registry is out of reach.
 */
@Component(service = {TransactionOversight.class, TransactionManager.class})
public final class TransactionManager implements TransactionOversight {
    private final AccessLayer access;
    private final AtomicReference<TransactionAdministration> transactions = new AtomicReference<>();

    @Activate
    public TransactionManager(@Reference AccessLayer access) {
        this.access = requireNonNull(access, "access");
    }

    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindTransactions(TransactionAdministration service) {
        transactions.set(service);
    }

    void unbindTransactions(TransactionAdministration service) {
        transactions.compareAndSet(service, null);
    }

    private TransactionAdministration running() throws AdministrationException {
        TransactionAdministration service = transactions.get();
        if (service == null) {
            throw new AdministrationException(UNAVAILABLE, "distributed transactions are not running (yet)");
        }
        return service;
    }

    /** The handlers of this manager's commands. */
    public CommandHandlers commands() {
        return new CommandHandlers()
                .add(RecoverTransactions.class, (by, c) -> recover(by))
                .add(RetireResource.class, (by, c) -> {
                    retire(by, c.resource(), c.confirmation());
                    return Done.DONE;
                })
                .add(ForgetHeuristic.class, (by, c) -> {
                    forget(by, c.transaction(), c.resource());
                    return Done.DONE;
                });
    }

    @Override
    public TransactionsView transactions(Administrator by) throws AdministrationException {
        return access.perform(by, Operation.LIST_TRANSACTIONS, OperationTarget.installation("transactions"), caller -> {
            TransactionAdministration running = running();
            return view(running, running.recovery());
        });
    }

    private TransactionsView recover(Administrator by) throws AdministrationException {
        return access.perform(
                by, Operation.RECOVER_TRANSACTIONS, OperationTarget.installation("transactions"), caller -> {
                    TransactionAdministration running = running();
                    return view(running, running.recoverNow());
                });
    }

    private void retire(Administrator by, String resource, String confirmation) throws AdministrationException {
        requireNonNull(confirmation, "confirmation");
        OperationTarget target = OperationTarget.installation("resource " + requireNonNull(resource, "resource"));
        access.perform(by, Operation.RETIRE_RESOURCE, target, caller -> {
            TransactionAdministration running = running();
            ResourceName name = new ResourceName(resource);
            try {
                running.retire(name, confirmation);
            } catch (IllegalStateException e) {
                throw new AdministrationException(CONFLICT, e.getMessage(), e);
            } catch (UncheckedIOException e) {
                throw notKept(e);
            }
            return name;
        });
    }

    private void forget(Administrator by, String transaction, String resource) throws AdministrationException {
        OperationTarget target = OperationTarget.installation("transaction "
                + requireNonNull(transaction, "transaction") + " at resource " + requireNonNull(resource, "resource"));
        access.perform(by, Operation.FORGET_HEURISTIC, target, caller -> {
            TransactionAdministration running = running();
            TransactionId id = new TransactionId(transaction);
            try {
                running.forget(id, new ResourceName(resource));
            } catch (UncheckedIOException e) {
                throw notKept(e);
            }
            return id;
        });
    }

    private static AdministrationException notKept(UncheckedIOException e) {
        if (e.getCause() instanceof DurableFiles.InDoubtException) {
            return new RefusalAdvice.Told(
                    IN_DOUBT,
                    "it is not in force, and may be after a restart of this node: "
                            + e.getCause().getMessage(),
                    "you to see to the disk of this node, and to look again after its restart");
        }
        return new AdministrationException(
                INTERNAL, "nothing was changed, since it cannot be stored: " + e.getMessage(), e);
    }

    private static TransactionsView view(TransactionAdministration running, RecoveryState recovery) {
        return new TransactionsView(
                new RecoveryView(
                        Phase.valueOf(recovery.phase().name()),
                        recovery.missing().stream().map(ResourceName::value).toList(),
                        recovery.lastRun(),
                        recovery.problems()),
                running.resources().stream()
                        .map(r -> new ResourceView(r.name().value(), r.registered()))
                        .toList(),
                running.inDoubt().stream()
                        .map(b -> new BranchView(
                                b.transaction().value(),
                                b.resource().value(),
                                b.since(),
                                b.outcome().name(),
                                b.alarm(),
                                b.problem()))
                        .toList(),
                running.heuristics().stream()
                        .map(h -> new HeuristicView(
                                h.transaction().value(), h.resource().value(), h.committed(), h.since(), h.problem()))
                        .toList());
    }
}
