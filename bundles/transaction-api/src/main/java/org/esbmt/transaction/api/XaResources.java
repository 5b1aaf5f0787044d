package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ProviderType;

/** Registers databases and brokers for transactions. Threads: any. */
@ProviderType
public interface XaResources {

    /**
     * The name of this node, unique among all nodes with the same databases and brokers. Every prepared branch carries
     * it.
     */
    String node();

    /**
     * Registers a resource. Its name is on the disk before this returns. From then on, after each start, recovery waits
     * until it is registered again or an administrator has {@linkplain TransactionAdministration#retire retired} it.
     *
     * @param <C> the type of its connections, such as {@link java.sql.Connection}
     * @throws IllegalStateException if another resource has that name now
     * @throws java.io.UncheckedIOException if the name could not be stored; then nothing is registered
     */
    <C> XaParticipant<C> register(ResourceName name, XaConnector<C> connector);
}
