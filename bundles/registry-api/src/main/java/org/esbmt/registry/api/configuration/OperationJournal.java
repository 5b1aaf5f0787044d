package org.esbmt.registry.api.configuration;

import java.time.Instant;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Remembers administrative operations by their identifier, so that a repeated request after a lost answer gets the
 * first one's outcome. The managers record an operation in the unit of work that does it: both last, or neither.
 */
@ProviderType
public interface OperationJournal {

    /**
     * Records what a unit of work does. Until it ends, a caller that records the same identifier waits.
     *
     * @throws RegistryException.Conflict if the identifier is recorded already. The unit of work has to be rolled back, and
     *     the other one's outcome to be looked up after it
     */
    void record(DoneOperation operation) throws RegistryException;

    Optional<RecordedOperation> find(OperationId id) throws RegistryException;

    /**
     * Forgets what was recorded before this moment: a repetition of it is a new operation.
     *
     * @param atMost so many at once, 1 or more
     * @return how many; 0 if there are no more
     */
    int forget(Instant before, int atMost) throws RegistryException;
}
