package org.esbmt.administration.api;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The outcomes of operations that changed data. A user of a tenant sees the operations on its tenant or by the tenant's
 * users, and no sign of others. Threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface OperationAdministration {
    /** The longest time of a wait. */
    Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /** Finds an operation. Empty if no change was made under this identifier, or if the journal has forgotten it. */
    Optional<OperationView> find(Administrator by, UUID id) throws AdministrationException;

    /**
     * Waits until the nodes are not {@link State#PENDING} any more, for a limited time. Does not wait for an unknown
     * operation.
     *
     * @param atMost up to {@link #LONGEST_WAIT}
     * @return the state at the end of the wait
     */
    Optional<OperationView> await(Administrator by, UUID id, Duration atMost) throws AdministrationException;

    /**
     * Lists the newest changes that were sent to the nodes of this cluster, newest first. A user of a tenant sees those about the
     * tenant, and administrators of the installation see all.
     *
     * @param page at most {@value #MAX_LISTED} entries, since each is read with its whole message to the nodes
     * @return entries without the nodes' answers; {@link #find} has their progress
     */
    Page<LoggedView> newest(Administrator by, PageRequest page) throws AdministrationException;

    /**
     * Lists the progress of the batches on the node that received the request, oldest first. A user of a tenant sees those of the
     * tenant's users, and administrators of the installation see all. Batches of other nodes are not listed. {@link #find} has the
     * batches after their decision. The list is short, since few batches run at once.
     */
    List<UnderWayView> batchesUnderWay(Administrator by) throws AdministrationException;

    /**
     * A batch before its decision.
     *
     * @param id the identifier under which {@link #find} will have it
     * @param by the caller: {@code <login>}, {@code <tenant's name>/<login>}
     * @param tenant the caller's tenant; empty for the installation
     * @param done the number of steps that this phase has completed, in their order. It begins at 0 again after a conflict with
     *     a concurrent change
     * @param steps the number of all steps
     * @param since the moment at which it got its slot, by this node's clock
     */
    record UnderWayView(
            UUID id,
            String by,
            Optional<TenantId> tenant,
            boolean dryRun,
            Phase phase,
            int done,
            int steps,
            Instant since) {
        public UnderWayView {
            requireNonNull(id, "id");
            requireNonNull(by, "by");
            requireNonNull(tenant, "tenant");
            requireNonNull(phase, "phase");
            requireNonNull(since, "since");
        }

        /** Passwords are hashed and archives checked; no existing data is changed yet. */
        public enum Phase {
            /** The steps are executed, one by one, invisible to all other callers. */
            CHECKING,
            /**
             * All steps are executed, and the databases and the message broker vote on the commit. A dry run is rolled
             * back.
             */
            MAKING,
            /** All of them are, and the databases and the message broker are asked whether it lasts; a dry run is taken back. */
            DECIDING
        }
    }

    /** The largest page of {@link #newest}. */
    int MAX_LISTED = 100;

    /** The state of an operation on all nodes together. */
    enum State {
        /** Some nodes have not answered yet, and the deadline has not passed. */
        PENDING,
        /** All nodes applied it, or needed no change. */
        APPLIED,
        /** Some nodes applied it. Others failed, or did not answer before the deadline. */
        PARTIAL,
        /** All nodes failed. */
        FAILED,
        /** The deadline has passed, and no node applied it. */
        EXPIRED
    }

    /** The result of an operation on one node. */
    enum Result {
        APPLIED,
        FAILED,
        /** The node needed no change. */
        SKIPPED
    }

    /**
     * An operation.
     *
     * @param by the caller: {@code <login>}, {@code <tenant's name>/<login>}, or an identifier if the name is gone
     * @param kind a word in capitals
     * @param result the object of the operation; empty if it was not recorded
     * @param at the time of its commit, by the registry's clock
     * @param onNodes the progress of the nodes; empty if they had no part in it
     */
    record OperationView(UUID id, String by, String kind, String result, Instant at, Optional<OnNodes> onNodes) {
        public OperationView {
            requireNonNull(id, "id");
            requireNonNull(by, "by");
            requireNonNull(kind, "kind");
            requireNonNull(result, "result");
            requireNonNull(at, "at");
            requireNonNull(onNodes, "onNodes");
        }

        /** Tells whether a waiting caller has to go on waiting. */
        public boolean pending() {
            return onNodes.filter(nodes -> nodes.state() == State.PENDING).isPresent();
        }
    }

    /**
     * The progress of the nodes.
     *
     * @param tenant the tenant of the change; empty for the installation
     * @param revision the revision of the cluster; empty while this node does not know it
     * @param answers the answers of the nodes, by their identifier
     * @param waiting the nodes whose answers are still expected
     */
    record OnNodes(
            Optional<TenantId> tenant,
            OptionalLong revision,
            State state,
            SortedMap<UUID, Answer> answers,
            SortedSet<UUID> waiting) {
        public OnNodes {
            requireNonNull(tenant, "tenant");
            requireNonNull(revision, "revision");
            requireNonNull(state, "state");
            answers = Collections.unmodifiableSortedMap(new TreeMap<>(answers));
            waiting = Collections.unmodifiableSortedSet(new TreeSet<>(waiting));
        }

        /** Makes the progress from collections in any order. */
        public static OnNodes of(
                Optional<TenantId> tenant,
                OptionalLong revision,
                State state,
                Map<UUID, Answer> answers,
                Set<UUID> waiting) {
            return new OnNodes(tenant, revision, state, new TreeMap<>(answers), new TreeSet<>(waiting));
        }
    }

    /**
     * The result of the operation on one node.
     *
     * @param reason the reason of a failure, as a sentence; empty for every other result
     */
    record Answer(Result result, Optional<String> reason) {
        public Answer {
            requireNonNull(result, "result");
            requireNonNull(reason, "reason");
        }
    }

    /**
     * A change in the log of the cluster.
     *
     * @param tenant the tenant of the change; empty for the installation
     */
    record LoggedView(long revision, UUID id, String kind, Optional<TenantId> tenant, Instant at) {
        public LoggedView {
            requireNonNull(id, "id");
            requireNonNull(kind, "kind");
            requireNonNull(tenant, "tenant");
            requireNonNull(at, "at");
        }
    }
}
