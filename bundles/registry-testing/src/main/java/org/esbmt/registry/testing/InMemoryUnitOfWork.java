package org.esbmt.registry.testing;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.esbmt.transaction.api.RolledBackException;
import org.esbmt.transaction.api.Transaction;
import org.esbmt.transaction.api.TransactionId;
import org.esbmt.transaction.api.UnitOfWork;
import org.esbmt.transaction.api.XaParticipant;

/**
 * Units of work over doubles. An exception of the work restores the former state. Units of work run one at a time; only
 * a reader outside of a unit of work sees uncommitted changes. Nothing can be enlisted. A database rolls everything
 * back after a failed call. This class rolls back only if the work does not catch the exception.
 */
public final class InMemoryUnitOfWork implements UnitOfWork {
    private static final ThreadLocal<Transaction> CURRENT = new ThreadLocal<>();

    private final List<Restorable> parts;
    private final AtomicLong number = new AtomicLong();

    public InMemoryUnitOfWork(Restorable... parts) {
        this.parts = List.of(parts);
    }

    @Override
    public synchronized <T, E extends Exception> T run(Work<T, E> work) throws E, RolledBackException {
        if (CURRENT.get() != null) {
            throw new IllegalStateException("this thread is in a unit of work already");
        }
        List<Runnable> before = parts.stream().map(Restorable::remember).toList();
        CURRENT.set(new Numbered(new TransactionId("in-memory." + number.incrementAndGet())));
        boolean done = false;
        try {
            T found = work.in(CURRENT.get());
            done = true;
            return found;
        } finally {
            CURRENT.remove();
            if (!done) {
                before.forEach(Runnable::run);
            }
        }
    }

    @Override
    public Optional<Transaction> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    private record Numbered(TransactionId id) implements Transaction {
        @Override
        public <C> C enlist(XaParticipant<C> participant) {
            throw new IllegalStateException("an in-memory double is no resource");
        }
    }
}
