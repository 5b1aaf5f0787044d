package org.esbmt.transaction.api;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Runs work in distributed transactions. When the work returns, its changes on the connections of the {@link Transaction}
 * are committed in all resources. They are never committed in some of the resources only.
 *
 * <p>Threads: any; the work runs in the caller's.
 */
@ProviderType
public interface UnitOfWork {

    /**
     * Runs work in a transaction of its own, and commits it when the work returns.
     *
     * @param <T> the result of the work
     * @param <E> the exception of the work. Its exceptions, including errors and unchecked ones, are rethrown after the
     * rollback
     * @return the result of the work. The work is committed: a crash at any later moment does not undo it
     * @throws RolledBackException if everything was rolled back. The transaction does not prevent running the work
     * again. An error that a resource finds at the prepare, such as a rule that it checks at the end, is the cause
     * @throws InDoubtException if some resource does not confirm that it has finished. Do not run the work again: it is
     * finished, or undone, automatically as soon as that resource can be reached
     * @throws IllegalStateException if this thread is in a unit of work already: pass its {@link Transaction} on
     * instead
     */
    <T, E extends Exception> T run(Work<T, E> work) throws E, RolledBackException, InDoubtException;

    /**
     * The transaction of the work in the calling thread. Resources with callers that need not know about transactions
     * use it; the work itself receives its transaction as an argument.
     *
     * @return empty outside of {@link Work#in}, and during the commit or rollback
     */
    Optional<Transaction> current();

    /**
     * Work that is committed as a whole.
     *
     * @param <T> the result of the work
     * @param <E> the exception of the work
     */
    @FunctionalInterface
    interface Work<T, E extends Exception> {
        /** Called once, in the thread of {@link UnitOfWork#run}. */
        T in(Transaction transaction) throws E, RolledBackException;
    }
}
