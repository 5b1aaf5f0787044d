package org.esbmt.transaction.api;

import javax.transaction.xa.XAResource;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One connection to a resource. Threads: one at a time.
 *
 * @param <C> the type of the connection
 */
@ConsumerType
public interface XaLink<C> extends AutoCloseable {

    /** Always the same object. Work on {@link #connection} while a branch is started here belongs to that branch. */
    XAResource resource();

    C connection();

    /**
     * Called after the end of the transaction, with any outcome: a prepared branch survives without the link. Throws
     * nothing.
     */
    @Override
    void close();
}
