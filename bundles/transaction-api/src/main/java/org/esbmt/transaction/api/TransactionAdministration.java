package org.esbmt.transaction.api;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** What administrators see of distributed transactions on this node, and may do about them. Threads: any. */
@ProviderType
public interface TransactionAdministration {

    /** Every resource that recovery knows, by name. */
    List<KnownResource> resources();

    /** Branches whose transaction has ended here and which their resource has not finished, the oldest first. */
    List<InDoubtBranch> inDoubt();

    /** What resources decided by themselves against the transaction, until somebody {@linkplain #forget forgets} it. */
    List<Heuristic> heuristics();

    RecoveryState recovery();

    /**
     * Recovers now, in the caller's thread, what can be recovered. Does nothing while resources are missing.
     *
     * @return how it stands afterwards
     */
    RecoveryState recoverNow();

    /**
     * Recovery no longer waits for a resource that does not come back. What is prepared in it stays prepared, with its locks,
     * and may differ from what the other resources have.
     *
     * @param confirmation the name once more, as the administrator wrote it
     * @throws IllegalArgumentException if the confirmation is not the name, or no such resource is known
     * @throws IllegalStateException if it is registered now
     * @throws java.io.UncheckedIOException if that could not be stored; then it is not retired. Where its cause is {@code
     *     DurableFiles.InDoubtException}, it may be after a restart
     */
    void retire(ResourceName name, String confirmation);

    /**
     * Somebody has seen to the differing data of a branch.
     *
     * @throws IllegalArgumentException if there is no such entry
     * @throws java.io.UncheckedIOException if that could not be stored; then the entry stays, for {@code DurableFiles.InDoubtException} as
     *     a cause perhaps until a restart only
     */
    void forget(TransactionId transaction, ResourceName resource);
}
