package org.esbmt.transaction.atomikos.internal;

import jakarta.transaction.SystemException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.esbmt.transaction.api.InDoubtBranch.Outcome;
import org.esbmt.transaction.api.InDoubtException;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work in a transaction. Atomikos calls the branches in their order. The decision log and the branches determine
 * the outcome, never the kind of Atomikos' exception. Thread-safe.
 */
final class ScopedUnitOfWork implements UnitOfWork {
    private static final Logger LOG = LoggerFactory.getLogger(ScopedUnitOfWork.class);

    private final Engine engine;
    private final Ids ids;
    private final Registry registry;
    private final LiveTransactions live;
    private final DecisionLog decisions;
    private final InDoubtBranches inDoubt;
    private final Finisher finisher;
    private final Duration timeout;
    private final Runnable somethingIsLeft;

    /** @param somethingIsLeft called when there is something to recover; returns at once */
    ScopedUnitOfWork(
            Engine engine,
            Ids ids,
            Registry registry,
            LiveTransactions live,
            DecisionLog decisions,
            InDoubtBranches inDoubt,
            Finisher finisher,
            Duration timeout,
            Runnable somethingIsLeft) {
        this.engine = engine;
        this.ids = ids;
        this.registry = registry;
        this.live = live;
        this.decisions = decisions;
        this.inDoubt = inDoubt;
        this.finisher = finisher;
        this.timeout = timeout;
        this.somethingIsLeft = somethingIsLeft;
    }

    @Override
    public <T, E extends Exception> T run(Work<T, E> work) throws E, RolledBackException, InDoubtException {
        LiveTransaction transaction = begin();
        try {
            T result;
            try {
                result = work.in(transaction);
                transaction.end();
                transaction.refuseDoomed();
            } catch (Throwable e) {
                transaction.end();
                rollBack(transaction);
                throw e;
            }
            commit(transaction);
            return result;
        } finally {
            end(transaction);
        }
    }

    @Override
    public Optional<Transaction> current() {
        return live.ofThisThread().map(Transaction.class::cast);
    }

    private LiveTransaction begin() throws RolledBackException {
        TransactionId id = ids.next();
        String atomikos;
        try {
            atomikos = engine.begin();
        } catch (IllegalStateException e) {
            if (current().isPresent()) {
                throw e;
            }
            // Atomikos reports the maximum number of active transactions.
            throw new RolledBackException(id, "it does not begin: " + Problems.of(e), e);
        } catch (SystemException e) {
            throw new RolledBackException(id, "it does not begin: " + Problems.of(e), e);
        }
        LiveTransaction transaction = new LiveTransaction(id, atomikos, engine, registry, finisher, timeout);
        live.add(transaction);
        return transaction;
    }

    private void rollBack(LiveTransaction transaction) {
        try {
            engine.rollback();
        } catch (SystemException | RuntimeException e) {
            LOG.debug("Atomikos complains about the rollback of transaction {}.", transaction.id(), e);
        }
        // Finishes the branches that Atomikos left.
        transaction.unfinished().forEach(branch -> branch.rollback(branch.id()));
    }

    private void commit(LiveTransaction transaction) throws RolledBackException, InDoubtException {
        TransactionId id = transaction.id();
        Optional<Exception> failure = failureOfTwoPhases();
        if (decisions.isUnknown(id)) {
            throw new InDoubtException(
                    id, "the disk does not say whether it holds the decision to commit", failure.orElse(null));
        }
        if (decisions.isCommitted(id)) {
            // Finishes the branches that Atomikos left.
            transaction.unfinished().stream()
                    .filter(branch -> branch.problem().isEmpty())
                    .forEach(branch -> branch.commit(branch.id(), false));
            committed(transaction);
        } else if (failure.isPresent() || !transaction.unfinished().isEmpty()) {
            transaction.unfinished().forEach(branch -> branch.rollback(branch.id()));
            throw transaction
                    .against()
                    .orElseGet(() -> new RolledBackException(id, rootOf(failure), failure.orElse(null)));
        }
    }

    private Optional<Exception> failureOfTwoPhases() {
        try {
            engine.commit();
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e);
        }
    }

    private void committed(LiveTransaction transaction) throws InDoubtException {
        List<Branch> left = transaction.unfinished();
        if (!left.isEmpty()) {
            throw new InDoubtException(
                    transaction.id(),
                    "it is to be committed, and not all resources have done so: "
                            + left.stream()
                                    .map(branch -> branch.id().resource() + ": " + branch.problem())
                                    .collect(Collectors.joining("; ")),
                    null);
        }
        try {
            decisions.forget(transaction.id());
        } catch (IOException e) {
            LOG.warn(
                    "The decision on transaction {}, which is committed everywhere, stays for now: {}.",
                    transaction.id(),
                    Problems.of(e));
            somethingIsLeft.run();
        }
    }

    private static String rootOf(Optional<Exception> failure) {
        return failure.map(Problems::of).orElse("it was not decided");
    }

    private void end(LiveTransaction transaction) {
        transaction.branches().forEach(Branch::close);
        engine.leave();
        List<Branch> left = transaction.unfinished();
        Outcome outcome = decisions.isUnknown(transaction.id())
                ? Outcome.UNKNOWN
                : decisions.isCommitted(transaction.id()) ? Outcome.COMMIT : Outcome.ROLLBACK;
        left.forEach(branch -> inDoubt.put(branch.id(), outcome, branch.problem()));
        live.remove(transaction);
        if (!left.isEmpty()) {
            somethingIsLeft.run();
        }
    }
}
