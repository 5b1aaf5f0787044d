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
 * The outcomes of operations that changed something. A user of a tenant sees the operations on its tenant or by the
 * tenant's users. They do not learn whether others exist. Threads as those of {@link TenantAdministration}.
 */
@ProviderType
public interface OperationAdministration {
    /** The longest that somebody can wait. */
    Duration LONGEST_WAIT = Duration.ofMinutes(5);

    /** Empty if nothing was done under this identifier, or so long ago that nobody knows. */
    Optional<OperationView> find(Administrator by, UUID id) throws AdministrationException;

    /**
     * Waits until the nodes are not {@link State#PENDING} any more, for a limited time. Does not wait for what is not there.
     *
     * @param atMost up to {@link #LONGEST_WAIT}
     * @return as it is at the end of the time or before
     */
    Optional<OperationView> await(Administrator by, UUID id, Duration atMost) throws AdministrationException;

    /**
     * The newest changes that the nodes of this cluster were told, the newest first: to a user of a tenant those that are about the
     * tenant, to administrators of the installation all.
     *
     * @param page at most {@value #MAX_LISTED} entries: behind each is the whole message to the nodes
     * @return entries without answers; how far they are is shown by {@link #find}
     */
    Page<LoggedView> newest(Administrator by, PageRequest page) throws AdministrationException;

    /**
     * How far the batches are that the node that is asked works at, the oldest first: to a user of a tenant those of the tenant's
     * users, to administrators of the installation all. Other nodes' are not there, and no batch that is decided, which {@link #find}
     * tells of. Not more than a few, as no more are made at once.
     */
    List<UnderWayView> batchesUnderWay(Administrator by) throws AdministrationException;

    /**
     * A batch that is not decided yet.
     *
     * @param id under which it will be found
     * @param by who asked: {@code <login>}, {@code <tenant's name>/<login>}
     * @param tenant whose user that is; empty: the installation's
     * @param done steps that this phase is through with, in their order, 0 to all; it begins anew if somebody else came between
     * @param steps all that there are
     * @param since when it got its turn, by this node's clock
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

        /** The phases of a batch. */
        public enum Phase {
            /** Passwords are hashed, and archives checked; nothing that exists is touched yet. */
            CHECKING,
            /** The steps are done, one by one; nobody sees anything of it. */
            MAKING,
            /** All of them are, and the databases and the message broker are asked whether it lasts; a dry run is taken back. */
            DECIDING
        }
    }

    /** The largest page of {@link #newest}. */
    int MAX_LISTED = 100;

    /** The state of an operation on all nodes together. */
    enum State {
        /** Nodes have not answered yet, and it is not too late. */
        PENDING,
        /** All nodes applied it, or had nothing to do. */
        APPLIED,
        /** Some nodes applied it and others failed, or it is too late for those that have not answered. */
        PARTIAL,
        /** All nodes failed. */
        FAILED,
        /** It is too late, and no node applied it. */
        EXPIRED
    }

    /** The result of an operation on one node. */
    enum Result {
        APPLIED,
        FAILED,
        /** There was nothing to do. */
        SKIPPED
    }

    /**
     * An operation.
     *
     * @param by who asked: {@code <login>}, {@code <tenant's name>/<login>}, or an identifier where the name is gone
     * @param kind a word in capitals
     * @param result what it was done to; empty where that was not kept
     * @param at when it was committed, by the registry's clock
     * @param onNodes how far the nodes are; empty if they had nothing to do
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

        /** Whether somebody who waits has to wait on. */
        public boolean pending() {
            return onNodes.filter(nodes -> nodes.state() == State.PENDING).isPresent();
        }
    }

    /**
     * How far the nodes are.
     *
     * @param tenant whose change it was; empty: the installation's
     * @param revision of the cluster; empty while this node cannot tell
     * @param answers of nodes that have answered, by their identifier
     * @param waiting nodes that have not answered yet and are waited for
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

        /** Makes one from collections in any order. */
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
     * @param reason of a failure, a sentence; only of a failure
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
     * @param tenant whose change it was; empty: the installation's
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
