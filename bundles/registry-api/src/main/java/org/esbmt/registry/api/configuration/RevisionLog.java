package org.esbmt.registry.api.configuration;

import java.util.List;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The operations for the nodes of a cluster, in order and without a gap. The log is authoritative: a message about an
 * operation may be lost, doubled or late. Nodes read it, and the managers of the administration append.
 */
@ProviderType
public interface RevisionLog {

    /**
     * Appends an operation with the next revision of its cluster. Other appends to the cluster wait until the unit of
     * work ends. After a rollback, the next operation receives the revision. A unit of work appends last, to hold the
     * lock only briefly.
     *
     * @param payload makes the payload for the nodes, once the revision is known
     * @return the entry in the log. If the same request was appended before under this identifier, its first entry
     * @throws RegistryException.Conflict if the identifier is another request's, by digest or by cluster
     * @throws RegistryException.NotFound if there is no such cluster
     */
    LoggedOperation append(NewOperation operation, PayloadAt payload) throws RegistryException;

    /**
     * A part of the log in its order. An empty part is the end. A part of large payloads is smaller than its limit.
     *
     * @param fromRevision the first revision to return, from 1
     * @param limit 1 to 1,000
     */
    List<LoggedOperation> read(ClusterId cluster, long fromRevision, int limit) throws RegistryException;

    Optional<LoggedOperation> findOperation(OperationId operation) throws RegistryException;

    /** Makes a payload that has the revision of its operation in it. */
    @FunctionalInterface
    interface PayloadAt {

        /**
         * Called once, in the thread of {@link RevisionLog#append}, while the log of the cluster is locked. The
         * implementation is short and calls no registry. It is not called for a repetition. After an exception nothing
         * is appended.
         *
         * @param revision the revision of the operation
         */
        Payload at(long revision);
    }
}
