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

    /** All that there is to know, at one moment. */
    TransactionsView transactions(Administrator by) throws AdministrationException;

    /**
     * How transactions are on this node.
     *
     * @param resources every resource that recovery knows, by name
     * @param inDoubt what resources have not finished, the oldest first
     * @param heuristics what resources decided by themselves against their transaction
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

    /** How recovery stands, from the first to the last, and back. */
    enum Phase {
        /** Known resources are missing: nothing is touched. */
        GATED,
        /** All are there; not everything is finished yet. */
        UNFINISHED,
        /** Every resource was asked and has nothing left. */
        DONE
    }

    /**
     * How recovery stands.
     *
     * @param missing the resources it waits for
     * @param lastRun when it last asked resources what they have
     * @param problems what was in the way then, sentences
     */
    record RecoveryView(Phase phase, List<String> missing, Optional<Instant> lastRun, List<String> problems) {
        public RecoveryView {
            requireNonNull(phase, "phase");
            missing = List.copyOf(missing);
            requireNonNull(lastRun, "lastRun");
            problems = List.copyOf(problems);
        }
    }

    /** A resource, and whether it can take part now. */
    record ResourceView(String name, boolean registered) {
        public ResourceView {
            requireNonNull(name, "name");
        }
    }

    /**
     * A branch that one resource has still to finish.
     *
     * @param since when its transaction began
     * @param outcome {@code COMMIT}, {@code ROLLBACK}, or {@code UNKNOWN} while the node does not know its own decision
     * @param alarm whether it is older than it should be
     * @param problem why it is not finished, a sentence
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
     * A resource did not do what its transaction decided.
     *
     * @param committed what the transaction decided
     * @param problem what the resource did, a sentence
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
