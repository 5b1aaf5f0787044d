package org.esbmt.administration.internal.harness;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.RecordedOperation;

/**
 * A journal whose part of a unit of work is prepared and not committed, while the other registries have committed theirs. Its record is
 * invisible, and a second writer of it waits in vain.
 */
public record UndecidedJournal(OperationJournal journal, OperationId id, AtomicBoolean undecided)
        implements OperationJournal {
    @Override
    public void record(DoneOperation operation) throws RegistryException {
        if (operation.id().equals(id) && undecided.get()) {
            throw new RegistryException.Busy("canceling statement due to lock timeout", null);
        }
        journal.record(operation);
    }

    @Override
    public Optional<RecordedOperation> find(OperationId wanted) throws RegistryException {
        return wanted.equals(id) && undecided.get() ? Optional.empty() : journal.find(wanted);
    }

    @Override
    public int forget(Instant before, int atMost) throws RegistryException {
        return journal.forget(before, atMost);
    }
}
