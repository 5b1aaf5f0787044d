package org.esbmt.registry.api.configuration;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Stores administrative operations by their identifier. A repeated request after a lost answer receives the first
 * outcome. The managers record an operation in the unit of work that performs it: both are committed, or neither.
 */
@ProviderType
public interface OperationJournal {

    /**
     * Records the operation of a unit of work. Until it ends, a caller that records the same identifier waits.
     *
     * @throws RegistryException.Conflict if the identifier is recorded already. The caller rolls the unit of work back,
     * and then looks up the outcome of the other operation
     */
    void record(DoneOperation operation) throws RegistryException;

    Optional<RecordedOperation> find(OperationId id) throws RegistryException;

    /**
     * Deletes the operations recorded before this moment: a repetition of one is a new operation.
     *
     * @param atMost the largest number to delete at once, 1 or more
     * @return the number of deleted operations; 0 if none is left
     */
    int forget(Instant before, int atMost) throws RegistryException;
}
