package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The transaction that work runs in. It ends with the work; afterwards everything here throws
 * {@link IllegalStateException}. Threads: the one of the work.
 */
@ProviderType
public interface Transaction {

    TransactionId id();

    /**
     * The connection to a resource whose work is part of this transaction. The first call opens it, each further one gives the
     * same. It is closed after the transaction: do not close, commit or keep it.
     *
     * @throws RolledBackException if it cannot be had, or another that takes part has been closed since: everything is rolled back,
     *     whatever the work does next. Let it pass
     * @throws IllegalStateException if that participant has been closed
     */
    <C> C enlist(XaParticipant<C> participant) throws RolledBackException;
}
