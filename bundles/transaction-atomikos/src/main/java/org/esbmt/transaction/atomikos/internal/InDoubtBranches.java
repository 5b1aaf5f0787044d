package org.esbmt.transaction.atomikos.internal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.esbmt.transaction.api.InDoubtBranch;
import org.esbmt.transaction.api.InDoubtBranch.Outcome;
import org.esbmt.transaction.api.ResourceName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The known branches that resources have not finished although their transaction has ended. Thread-safe. */
final class InDoubtBranches {
    private static final Logger LOG = LoggerFactory.getLogger(InDoubtBranches.class);

    private final Clock clock;
    private final Duration alarmAge;
    private final Map<BranchXid, InDoubtBranch> all = new HashMap<>();

    InDoubtBranches(Clock clock, Duration alarmAge) {
        this.clock = clock;
        this.alarmAge = alarmAge;
    }

    /** @param problem the reason why it is not finished; blank before the first attempt */
    synchronized void put(BranchXid branch, Outcome outcome, String problem) {
        InDoubtBranch before = all.get(branch);
        all.put(
                branch,
                new InDoubtBranch(
                        branch.transaction(),
                        branch.resource(),
                        Ids.began(branch.transaction()),
                        outcome,
                        before != null && before.alarm(),
                        problem.isBlank() ? Optional.empty() : Optional.of(problem)));
    }

    /** Sets the reason why no branch of a resource is finished. */
    synchronized void explain(ResourceName resource, String problem) {
        for (Map.Entry<BranchXid, InDoubtBranch> each : Map.copyOf(all).entrySet()) {
            if (each.getKey().resource().equals(resource)) {
                put(each.getKey(), each.getValue().outcome(), problem);
            }
        }
    }

    synchronized void remove(BranchXid branch) {
        InDoubtBranch removed = all.remove(branch);
        if (removed != null) {
            LOG.info(
                    "The {} is finished: {}.",
                    branch,
                    removed.outcome() == Outcome.COMMIT ? "it is committed" : "it is rolled back");
        }
    }

    /** Removes matching branches. Returns true if there was one. */
    synchronized boolean removeIf(Predicate<BranchXid> gone) {
        List<BranchXid> vanished = all.keySet().stream().filter(gone).toList();
        vanished.forEach(this::remove);
        return !vanished.isEmpty();
    }

    synchronized Set<BranchXid> ids() {
        return Set.copyOf(all.keySet());
    }

    synchronized List<InDoubtBranch> all() {
        return all.values().stream()
                .sorted(Comparator.comparing(InDoubtBranch::since)
                        .thenComparing(one -> one.transaction().value())
                        .thenComparing(InDoubtBranch::resource))
                .toList();
    }

    synchronized boolean isEmpty() {
        return all.isEmpty();
    }

    /** Logs each branch that is older than expected, once. */
    synchronized void raiseAlarms() {
        Instant oldest = clock.instant().minus(alarmAge);
        for (Map.Entry<BranchXid, InDoubtBranch> each : all.entrySet()) {
            InDoubtBranch one = each.getValue();
            if (!one.alarm() && one.since().isBefore(oldest)) {
                LOG.warn(
                        "The {} has been in doubt for {} s and keeps its locks: it is to be {}. {}",
                        each.getKey(),
                        Duration.between(one.since(), clock.instant()).toSeconds(),
                        one.outcome() == Outcome.COMMIT ? "committed" : "rolled back",
                        one.problem().orElse("Nothing is recovered before all known resources are registered."));
                each.setValue(new InDoubtBranch(
                        one.transaction(), one.resource(), one.since(), one.outcome(), true, one.problem()));
            }
        }
    }
}
