package org.esbmt.transaction.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Opens links to one resource. Threads: any, several at the same time.
 *
 * @param <C> the type of the connection behind a link
 */
@ConsumerType
@FunctionalInterface
public interface XaConnector<C> {

    /**
     * A link for one transaction, or for recovery; the caller closes it. It must be alive, and in no transaction.
     *
     * @throws Exception if the resource cannot be reached; thrown within seconds, since transactions and recovery wait
     */
    XaLink<C> open() throws Exception;
}
