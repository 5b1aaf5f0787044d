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
     * Appends an operation with the next revision of its cluster. Until the unit of work ends, other appends to the
     * cluster wait; when it is rolled back, the revision is given to the next one. Best done last in a unit of work.
     *
     * @param payload asked for what the nodes will read, once the revision is known
     * @return what is in the log; when the same request was appended before under this identifier, that first one
     * @throws RegistryException.Conflict if the identifier is another request's, by digest or by cluster
     * @throws RegistryException.NotFound if there is no such cluster
     */
    LoggedOperation append(NewOperation operation, PayloadAt payload) throws RegistryException;

    /**
     * A part of the log in its order. An empty part is the end; a part of large payloads is smaller than its
     * limit.
     *
     * @param fromRevision the first one wanted, from 1
     * @param limit 1 to 1,000
     */
    List<LoggedOperation> read(ClusterId cluster, long fromRevision, int limit) throws RegistryException;

    Optional<LoggedOperation> findOperation(OperationId operation) throws RegistryException;

    /** Makes a payload that has the revision of its operation in it. */
    @FunctionalInterface
    interface PayloadAt {

        /**
         * Called once, in the thread of {@link RevisionLog#append}, while the log of the cluster is locked: short, and without
         * calling a registry. Not called for a repetition. When it throws, nothing is appended.
         *
         * @param revision the one that the operation will have
         */
        Payload at(long revision);
    }
}
