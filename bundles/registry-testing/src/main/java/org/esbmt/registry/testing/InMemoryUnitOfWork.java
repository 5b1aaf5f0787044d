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
 * Units of work over doubles: what was changed in them is put back when the work throws. One after the other, so nobody
 * sees what is not committed but who looks from outside of one. Nothing can be enlisted. Where a database would have everything
 * rolled back after a call that failed, this does so only when the work lets the exception pass.
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
            throw new IllegalStateException("what is in memory is no resource");
        }
    }
}
