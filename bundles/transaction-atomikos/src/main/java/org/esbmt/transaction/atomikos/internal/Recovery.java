package org.esbmt.transaction.atomikos.internal;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.esbmt.transaction.api.InDoubtBranch.Outcome;
import org.esbmt.transaction.api.RecoveryState;
import org.esbmt.transaction.api.RecoveryState.Phase;
import org.esbmt.transaction.api.ResourceName;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.XaLink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes the branches that transactions have left. It commits the branches of transactions that the log has
 * committed. It rolls back every other branch of ours whose transaction is not live in this process. No branch is
 * touched before every known resource is registered.
 *
 * <p>Only a live transaction prepares a branch, and recovery skips live transactions. Only a live transaction writes a
 * decision. A decision leaves the log when every resource was asked after its transaction had ended. So recovery first
 * reads the live transactions, then asks the resources, and then reads the decision for each branch.
 *
 * <p>A resource may report no branch although it is unknown whether the branch was prepared. A request that was under
 * way when its connection broke, or its node was killed, may be served after that report. So there are more passes for
 * a while, and one every few minutes in any case.
 *
 * <p>Thread-safe; one pass at a time.
 */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    /** The time in which a resource may still serve a request from before its answer. */
    private static final Duration LATE = Duration.ofSeconds(60);
    /** The interval between two passes when no unfinished branch is known. */
    private static final Duration REGULAR = Duration.ofMinutes(5);

    private final Registry registry;
    private final Ids ids;
    private final LiveTransactions live;
    private final DecisionLog decisions;
    private final InDoubtBranches inDoubt;
    private final Finisher finisher;
    private final Clock clock;
    private final Set<TransactionId> namesakes = new HashSet<>();

    private Optional<Instant> lastRun = Optional.empty();
    /** The time until which a missing branch may still appear. */
    private Instant lookUntil = Instant.MIN;

    private List<String> problems = List.of();
    /** The registered resources without branches at the last pass. */
    private Set<RegisteredResource<?>> clean = Set.of();

    private List<ResourceName> toldMissing = List.of();
    private Set<String> toldProblems = Set.of();
    private boolean toldDone;

    Recovery(
            Registry registry,
            Ids ids,
            LiveTransactions live,
            DecisionLog decisions,
            InDoubtBranches inDoubt,
            Finisher finisher,
            Clock clock) {
        this.registry = registry;
        this.ids = ids;
        this.live = live;
        this.decisions = decisions;
        this.inDoubt = inDoubt;
        this.finisher = finisher;
        this.clock = clock;
        decisions
                .all()
                .forEach((id, resources) ->
                        resources.forEach(name -> inDoubt.put(new BranchXid(id, name), Outcome.COMMIT, "")));
    }

    synchronized RecoveryState state() {
        List<ResourceName> missing = registry.missing();
        Phase phase = !missing.isEmpty() ? Phase.GATED : isDone() ? Phase.DONE : Phase.UNFINISHED;
        return new RecoveryState(phase, missing, lastRun, problems);
    }

    private boolean isDone() {
        return clean.containsAll(registry.registered()) && problems.isEmpty() && inDoubt.isEmpty();
    }

    /** Runs one pass, if there may be something to recover. */
    synchronized void runIfNeeded() {
        if (isNeeded()) {
            run();
        }
    }

    private boolean isNeeded() {
        Instant now = clock.instant();
        return !isDone()
                || !endedDecisions().isEmpty()
                || now.isBefore(lookUntil)
                || lastRun.map(last -> last.plus(REGULAR).isBefore(now)).orElse(true);
    }

    /** Runs one pass over all resources, if none is missing. */
    synchronized RecoveryState run() {
        List<ResourceName> missing = registry.missing();
        if (!missing.isEmpty()) {
            logMissing(missing);
            return state();
        }
        toldMissing = List.of();
        List<String> found = new ArrayList<>();
        decisions
                .settle()
                .ifPresent(e -> found.add("a decision that is not sure cannot be settled: " + Problems.of(e)));
        Map<TransactionId, Set<ResourceName>> ended = endedDecisions();
        Set<BranchXid> before = inDoubt.ids();
        Map<ResourceName, Set<TransactionId>> left = new HashMap<>();
        Set<RegisteredResource<?>> nothingLeft = new HashSet<>();
        for (RegisteredResource<?> resource : registry.registered()) {
            try {
                Set<TransactionId> here = recover(resource, found);
                left.put(resource.name(), here);
                if (here.isEmpty()) {
                    nothingLeft.add(resource);
                }
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                String problem = "the resource " + resource.name() + " cannot be asked: " + Problems.of(e);
                found.add(problem);
                inDoubt.explain(resource.name(), problem);
            }
        }
        boolean back = !problems.isEmpty() || !clean.containsAll(registry.registered());
        boolean vanished = inDoubt.removeIf(branch -> before.contains(branch) && isGone(branch, left));
        if (vanished || back) {
            lookUntil = clock.instant().plus(LATE);
        }
        forget(ended, left, found);
        clean = nothingLeft;
        lastRun = Optional.of(clock.instant());
        problems = found;
        logProblems();
        logDone();
        return state();
    }

    private Map<TransactionId, Set<ResourceName>> endedDecisions() {
        Map<TransactionId, Set<ResourceName>> ended = decisions.all();
        ended.keySet().removeIf(live::has);
        return ended;
    }

    private boolean isGone(BranchXid branch, Map<ResourceName, Set<TransactionId>> left) {
        Set<TransactionId> here = left.get(branch.resource());
        return here == null ? !registry.isKnown(branch.resource()) : !here.contains(branch.transaction());
    }

    private void forget(
            Map<TransactionId, Set<ResourceName>> ended,
            Map<ResourceName, Set<TransactionId>> left,
            List<String> found) {
        ended.forEach((id, resources) -> {
            if (resources.stream().allMatch(name -> isGone(new BranchXid(id, name), left))) {
                try {
                    decisions.forget(id);
                } catch (IOException e) {
                    found.add("the decision on transaction " + id + " stays in the log: " + Problems.of(e));
                }
            }
        });
    }

    /** @return the ended transactions with unfinished branches in the resource */
    private Set<TransactionId> recover(RegisteredResource<?> resource, List<String> found) throws Exception {
        Set<TransactionId> left = new HashSet<>();
        try (XaLink<?> link = resource.connector().open()) {
            for (BranchXid branch : prepared(link.resource(), resource.name())) {
                if (live.has(branch.transaction())) {
                    continue;
                }
                Completion completion = finish(link.resource(), branch);
                if (completion.kind() == Completion.Kind.AGAIN) {
                    left.add(branch.transaction());
                    found.add("the " + branch + " is not finished: " + completion.problem());
                } else {
                    inDoubt.remove(branch);
                }
            }
        }
        return left;
    }

    private Completion finish(XAResource resource, BranchXid branch) {
        if (decisions.isUnknown(branch.transaction())) {
            String problem = "its commit decision is unknown until the disk works again";
            inDoubt.put(branch, Outcome.UNKNOWN, problem);
            return new Completion(Completion.Kind.AGAIN, problem);
        }
        boolean commit = decisions.isCommitted(branch.transaction());
        Completion completion = commit ? finisher.commit(resource, branch, false) : finisher.rollback(resource, branch);
        if (completion.kind() == Completion.Kind.AGAIN) {
            inDoubt.put(branch, commit ? Outcome.COMMIT : Outcome.ROLLBACK, completion.problem());
        } else {
            LOG.info("The {} was left and is {}.", branch, commit ? "committed" : "rolled back");
        }
        return completion;
    }

    private List<BranchXid> prepared(XAResource resource, ResourceName name) throws XAException {
        List<BranchXid> ours = new ArrayList<>();
        for (Xid xid : resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN)) {
            Optional<BranchXid> branch =
                    BranchXid.of(xid).filter(one -> one.resource().equals(name));
            branch.filter(one -> ids.areOurs(one.transaction())).ifPresent(ours::add);
            branch.filter(one -> ids.areOfNamesake(one.transaction())).ifPresent(this::logNamesake);
        }
        return ours;
    }

    private void logNamesake(BranchXid branch) {
        if (namesakes.add(branch.transaction())) {
            LOG.error(
                    "The {} was prepared by another node with the name of this one, or by this one with a lost decision log."
                            + " The bus does not end it: end it by hand.",
                    branch);
        }
    }

    private void logMissing(List<ResourceName> missing) {
        if (!missing.equals(toldMissing)) {
            toldMissing = missing;
            toldDone = false;
            LOG.info("Recovery of transactions waits for resources that are not registered yet: {}.", missing);
        }
    }

    private void logDone() {
        boolean done = isDone();
        if (done && !toldDone) {
            LOG.info("Recovery of transactions is done: no resource has anything left.");
        }
        toldDone = done;
    }

    private void logProblems() {
        for (String problem : problems) {
            if (!toldProblems.contains(problem)) {
                LOG.warn("Recovery of transactions is not done: {}.", problem);
            }
        }
        toldProblems = Set.copyOf(problems);
    }
}
