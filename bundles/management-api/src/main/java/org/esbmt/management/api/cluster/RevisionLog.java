package org.esbmt.management.api.cluster;

import java.util.List;
import org.esbmt.management.api.message.SealedText;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * The committed changes of this node's cluster, in their order. It is the truth; a message is a way to hear of it soon.
 * Threads: any that may block.
 */
@ConsumerType
public interface RevisionLog {

    /**
     * The changes after a revision, oldest first and without a gap; empty if there is none.
     *
     * @param limit at most so many, at least 1
     * @throws ClusterUnavailableException if that cannot be told now; later it may
     */
    List<Entry> after(long revision, int limit) throws ClusterUnavailableException;

    /** One change. */
    record Entry(long revision, SealedText message) {}
}
