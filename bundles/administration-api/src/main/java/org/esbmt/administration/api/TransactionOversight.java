package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Queries about the distributed transactions of this node, for the person on call. They work while the registries are
 * out of reach, for administrators who logged in a short time before. Threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface TransactionOversight {

    /** Returns all known transaction data of one moment. */
    TransactionsView transactions(Administrator by) throws AdministrationException;

    /**
     * The transactions of this node.
     *
     * @param resources every resource that recovery knows, by name
     * @param inDoubt the unfinished branches of resources, oldest first
     * @param heuristics the heuristic decisions of resources against their transaction
     */
    record TransactionsView(
            RecoveryView recovery,
            List<ResourceView> resources,
            List<BranchView> inDoubt,
            List<HeuristicView> heuristics) {
        public TransactionsView {
            requireNonNull(recovery, "recovery");
            resources = List.copyOf(resources);
            inDoubt = List.copyOf(inDoubt);
            heuristics = List.copyOf(heuristics);
        }
    }

    /** The phases of recovery, in their order. A lost resource leads back to the first. */
    enum Phase {
        /** Known resources are missing, and recovery changes nothing. */
        GATED,
        /** All resources are there, and some branches are not finished yet. */
        UNFINISHED,
        /** Every resource has answered and has no branch left. */
        DONE
    }

    /**
     * The progress of recovery.
     *
     * @param missing the resources that recovery waits for
     * @param lastRun the time of the last query for prepared branches
     * @param problems the problems of that run, as sentences
     */
    record RecoveryView(Phase phase, List<String> missing, Optional<Instant> lastRun, List<String> problems) {
        public RecoveryView {
            requireNonNull(phase, "phase");
            missing = List.copyOf(missing);
            requireNonNull(lastRun, "lastRun");
            problems = List.copyOf(problems);
        }
    }

    /**
     * A resource.
     *
     * @param registered true if it can take part in transactions now
     */
    record ResourceView(String name, boolean registered) {
        public ResourceView {
            requireNonNull(name, "name");
        }
    }

    /**
     * A branch that one resource has still to finish.
     *
     * @param since the time at which its transaction began
     * @param outcome {@code COMMIT}, {@code ROLLBACK}, or {@code UNKNOWN} while the node does not know its own decision
     * @param alarm true if the branch is older than the configured limit
     * @param problem the reason why it is not finished, a sentence
     */
    record BranchView(
            String transaction,
            String resource,
            Instant since,
            String outcome,
            boolean alarm,
            Optional<String> problem) {
        public BranchView {
            requireNonNull(transaction, "transaction");
            requireNonNull(resource, "resource");
            requireNonNull(since, "since");
            requireNonNull(outcome, "outcome");
            requireNonNull(problem, "problem");
        }
    }

    /**
     * A heuristic outcome: a resource did not follow the decision of its transaction.
     *
     * @param committed true if the transaction decided to commit
     * @param problem a sentence about the resource's own decision
     */
    record HeuristicView(String transaction, String resource, boolean committed, Instant since, String problem) {
        public HeuristicView {
            requireNonNull(transaction, "transaction");
            requireNonNull(resource, "resource");
            requireNonNull(since, "since");
            requireNonNull(problem, "problem");
        }
    }
}
