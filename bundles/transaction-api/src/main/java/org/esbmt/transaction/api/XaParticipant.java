package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A resource that can take part in transactions, until it is closed.
 *
 * @param <C> the type of its connections
 */
@ProviderType
public interface XaParticipant<C> extends AutoCloseable {

    ResourceName name();

    /**
     * Ends the participation in new transactions. Open transactions with the resource are rolled back, unless their
     * commit is decided already. Its name stays known, and recovery waits for it.
     */
    @Override
    void close();
}
