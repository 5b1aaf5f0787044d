package org.esbmt.registry.testing.configuration;

import static org.esbmt.registry.testing.configuration.Moments.now;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.esbmt.registry.api.RegistryException;
import org.esbmt.registry.api.configuration.DoneOperation;
import org.esbmt.registry.api.configuration.OperationId;
import org.esbmt.registry.api.configuration.OperationJournal;
import org.esbmt.registry.api.configuration.RecordedOperation;
import org.esbmt.registry.testing.Restorable;

/** The operation journal without a database. Every operation holds the one lock. */
public final class InMemoryOperationJournal implements OperationJournal, Restorable {
    private final Map<OperationId, RecordedOperation> operations = new HashMap<>();

    @Override
    public synchronized void record(DoneOperation operation) throws RegistryException {
        if (operations.putIfAbsent(operation.id(), new RecordedOperation(operation, now())) != null) {
            throw new RegistryException.Conflict("Operation " + operation.id() + " is recorded already.");
        }
    }

    @Override
    public synchronized Optional<RecordedOperation> find(OperationId id) {
        return Optional.ofNullable(operations.get(id));
    }

    @Override
    public synchronized int forget(Instant before, int atMost) {
        List<OperationId> old = operations.entrySet().stream()
                .filter(entry -> entry.getValue().recordedAt().isBefore(before))
                .map(Map.Entry::getKey)
                .limit(atMost)
                .toList();
        old.forEach(operations::remove);
        return old.size();
    }

    @Override
    public synchronized Runnable remember() {
        Map<OperationId, RecordedOperation> then = Map.copyOf(operations);
        return () -> {
            synchronized (this) {
                operations.clear();
                operations.putAll(then);
            }
        };
    }
}
