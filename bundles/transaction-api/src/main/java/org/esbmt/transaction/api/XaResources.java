package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ProviderType;

/** Registers databases and brokers for transactions. Threads: any. */
@ProviderType
public interface XaResources {

    /** The name of this node among all that share databases and brokers. Every prepared branch carries it. */
    String node();

    /**
     * Makes a resource known. Its name is on the disk before this returns: from then on, after each start, nothing is
     * recovered before it is registered again or an administrator has {@linkplain TransactionAdministration#retire retired} it.
     *
     * @param <C> what its users work with, such as {@link java.sql.Connection}
     * @throws IllegalStateException if another one has that name now
     * @throws java.io.UncheckedIOException if the name could not be stored; then nothing is registered
     */
    <C> XaParticipant<C> register(ResourceName name, XaConnector<C> connector);
}
