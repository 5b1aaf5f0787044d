package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A resource that can take part in transactions, until it is closed.
 *
 * @param <C> what its users work with
 */
@ProviderType
public interface XaParticipant<C> extends AutoCloseable {

    ResourceName name();

    /**
     * It takes part in no further transaction. Those that have it are rolled back, unless their commit is decided already. Its name
     * stays known, and recovery waits for it.
     */
    @Override
    void close();
}
