package org.esbmt.management.api.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Changes the nodes of this node's cluster on behalf of administration, and reports the outcomes. The service is
 * registered once this node has found its cluster, and stays while the registry or the broker is unavailable. Threads:
 * any that may block.
 */
@ProviderType
public interface ClusterChanges {

    /** The identifier of the cluster; always the same. */
    UUID cluster();

    /**
     * Logs a change as the cluster's next revision and sends it to the nodes, both within the calling thread's unit of
     * work. The commit decides the change, and every node applies it, absent nodes later. A rollback leaves no change.
     * Other changes of the cluster wait until the unit of work ends, so this should be its last step.
     *
     * @return the revision
     * @throws ChangeRepeatedException if a change with this identifier exists; roll back
     * @throws ClusterUnavailableException if the registry or the broker is unavailable; roll back
     * @throws IllegalArgumentException if the operations exceed the message limit of 1 MiB, or one occurs twice; roll
     *     back
     * @throws IllegalStateException if the thread has no unit of work
     */
    long publish(NewChange change) throws ChangeRepeatedException, ClusterUnavailableException;

    /**
     * The outcome of a committed change so far.
     *
     * @return empty if no change has this identifier
     */
    Optional<ChangeOutcome> outcome(UUID change) throws ClusterUnavailableException;

    /**
     * Waits until the outcome is not {@link ChangeOutcome.State#PENDING} any more, for a limited time.
     *
     * @return the outcome at the end of the time or before; empty if there was no change of this identifier until then
     */
    Optional<ChangeOutcome> await(UUID change, Duration atMost)
            throws ClusterUnavailableException, InterruptedException;

    /**
     * Waits for the answer of this node, for a limited time. The answer is known here before the other nodes and {@link
     * #outcome} know it.
     *
     * @return empty if this node has not answered until then
     */
    Optional<ChangeOutcome.Answer> awaitHere(UUID change, Duration atMost)
            throws ClusterUnavailableException, InterruptedException;
}
