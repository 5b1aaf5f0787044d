package org.esbmt.management.api.message;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One committed change of a cluster: all its operations or none. A node applies the requests of its cluster in the
 * order of their revisions, each once.
 *
 * @param cluster the cluster of the receiving nodes
 * @param revision the number of the change in the cluster: 1 is the first, and there are no gaps
 * @param batch the identifier that the operations of one batch share; empty without a batch
 * @param actor the requesting user
 * @param issuedAt the time of writing, by the clock of the writing node
 * @param notAfter the end of its validity as a message; a node still applies it from the revision log; empty for no end
 * @param operations 1 to {@value #MAX_OPERATIONS}, in the order in which they are applied; their ids are distinct
 */
public record ManagementRequest(
        UUID cluster,
        long revision,
        Optional<UUID> batch,
        Actor actor,
        Instant issuedAt,
        Optional<Instant> notAfter,
        List<ManagementOperation> operations)
        implements ManagementMessage {

    public static final int MAX_OPERATIONS = 1_000;

    public ManagementRequest {
        requireNonNull(cluster, "cluster");
        requireNonNull(batch, "batch");
        requireNonNull(actor, "actor");
        requireNonNull(issuedAt, "issuedAt");
        requireNonNull(notAfter, "notAfter");
        operations = List.copyOf(operations);
        Checks.revision(revision);
        Checks.time("issuedAt", issuedAt);
        notAfter.ifPresent(end -> Checks.time("notAfter", end));
        Checks.size("operations", operations, MAX_OPERATIONS);
        Set<UUID> ids = new HashSet<>();
        for (ManagementOperation operation : operations) {
            if (!ids.add(operation.id())) {
                throw new IllegalArgumentException("the operation " + operation.id() + " occurs twice in one request");
            }
        }
    }

    /** Returns true if a node must not apply the request any more when it comes as a message. */
    public boolean expired(Instant now) {
        return notAfter.isPresent() && now.isAfter(notAfter.get());
    }
}
