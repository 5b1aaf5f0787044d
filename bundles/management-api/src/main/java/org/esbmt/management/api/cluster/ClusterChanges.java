package org.esbmt.management.api.cluster;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.osgi.annotation.versioning.ProviderType;

/**
 * How administration changes the nodes of this node's cluster, and learns what came of it. The service is there once this
 * node has found its cluster, and stays while the registry or the broker is away. Threads: any that may block.
 */
@ProviderType
public interface ClusterChanges {

    /** The identifier of the cluster; always the same. */
    UUID cluster();

    /**
     * Logs a change as the cluster's next revision and sends it to the nodes: both as part of the unit of work that the
     * calling thread is in. With its commit the change is decided and every node applies it, those that are away later; with
     * its rollback there was none. Other changes of the cluster wait until the unit of work ends, so this is best its
     * last step.
     *
     * @return the revision
     * @throws ChangeRepeatedException if there was a change of this identifier; roll back
     * @throws ClusterUnavailableException if the registry or the broker cannot be reached; roll back
     * @throws IllegalArgumentException if the operations are more than a message holds, 1 MiB, or one stands twice; roll back
     * @throws IllegalStateException if the thread is in no unit of work
     */
    long publish(NewChange change) throws ChangeRepeatedException, ClusterUnavailableException;

    /**
     * The outcome of a committed change so far.
     *
     * @return empty if there is no change of this identifier
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
     * Waits until this node has done its part, for a limited time. The answer is known here before the other nodes and
     * {@link #outcome} know it.
     *
     * @return empty if this node has not answered until then
     */
    Optional<ChangeOutcome.Answer> awaitHere(UUID change, Duration atMost)
            throws ClusterUnavailableException, InterruptedException;
}
