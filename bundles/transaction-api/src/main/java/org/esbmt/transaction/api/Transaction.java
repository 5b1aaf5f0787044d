package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The transaction of a unit of work. It ends with the work; afterwards every method here throws
 * {@link IllegalStateException}. Threads: the one of the work.
 */
@ProviderType
public interface Transaction {

    TransactionId id();

    /**
     * The connection to a resource; its work is part of this transaction. The first call opens the connection, and
     * further calls return the same one. It is closed after the transaction: do not close, commit or keep it.
     *
     * @throws RolledBackException if the resource cannot be reached, or another participant has been closed since.
     * Everything is rolled back, even if the work catches this exception. The work should not catch it
     * @throws IllegalStateException if that participant has been closed
     */
    <C> C enlist(XaParticipant<C> participant) throws RolledBackException;
}
