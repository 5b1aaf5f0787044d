package org.esbmt.transaction.api;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** The administrators' view of distributed transactions on this node, and their operations on them. Threads: any. */
@ProviderType
public interface TransactionAdministration {

    /** Every resource that recovery knows, by name. */
    List<KnownResource> resources();

    /**
     * Branches whose transaction has ended on this node, but whose resource has not finished them, the oldest first.
     */
    List<InDoubtBranch> inDoubt();

    /**
     * The heuristic decisions of resources against the transaction, until an administrator {@linkplain #forget forgets}
     * them.
     */
    List<Heuristic> heuristics();

    RecoveryState recovery();

    /**
     * Runs recovery now, in the caller's thread. Does nothing while resources are missing.
     *
     * @return the state afterwards
     */
    RecoveryState recoverNow();

    /**
     * Retires a resource that does not come back, so that recovery no longer waits for it. Its prepared branches stay
     * prepared, with their locks. Its data may differ from those of the other resources.
     *
     * @param confirmation the name a second time, as the administrator entered it
     * @throws IllegalArgumentException if the confirmation is not the name, or no such resource is known
     * @throws IllegalStateException if it is registered now
     * @throws java.io.UncheckedIOException if that could not be stored; then it is not retired. With the cause
     * {@code DurableFiles.InDoubtException}, it may be retired after a restart
     */
    void retire(ResourceName name, String confirmation);

    /**
     * Forgets a heuristic decision, after an administrator has repaired the differing data of a branch.
     *
     * @throws IllegalArgumentException if there is no such entry
     * @throws java.io.UncheckedIOException if that could not be stored; then the entry stays. With the cause {@code
     *     DurableFiles.InDoubtException}, it may stay only until a restart
     */
    void forget(TransactionId transaction, ResourceName resource);
}
