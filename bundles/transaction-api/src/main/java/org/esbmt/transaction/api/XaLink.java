package org.esbmt.transaction.api;

import javax.transaction.xa.XAResource;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One connection to a resource. Threads: one at a time.
 *
 * @param <C> what its users work with
 */
@ConsumerType
public interface XaLink<C> extends AutoCloseable {

    /** Always the same object. Work on {@link #connection} while a branch is started here belongs to that branch. */
    XAResource resource();

    C connection();

    /** After the end of the transaction, however that went: a prepared branch lives on without it. Throws nothing. */
    @Override
    void close();
}
